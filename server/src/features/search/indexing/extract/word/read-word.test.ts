import { expect, test } from 'vitest'
import { packed } from '#testing/files/office-files.ts'
import { documentOf, paragraph, relationsXml, styledRun } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'docx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
const plain = (text: string) => styledRun(text, '')
const row = (cells: string, properties = '') => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`
const numbered = (num: number, level = 0) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`

test('the main part is found by its relation, whatever its name', async () => {
  const file = packed({
    '_rels/.rels': relationsXml([['officeDocument', 'Word/Document2.xml']]),
    'word/document2.xml': `<w:document><w:body>${paragraph('One')}<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Two</w:t></w:r></w:p></w:body></w:document>`,
    'word/_rels/document2.xml.rels': relationsXml([['numbering', 'lists.xml']]),
    'word/lists.xml':
      '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
  })
  expect(await linesOf(file)).toEqual(['One', '1. Two'])
})

test('cells keep their columns, and merged ones are read in each row and column that they cover', async () => {
  const table = `<w:tbl>${[
    row(cell('Region') + cell('Fee', '<w:gridSpan w:val="2"/>') + cell('Note')),
    row(cell('North', '<w:vMerge w:val="restart"/>') + cell('') + cell('12') + cell('')),
    row(cell('', '<w:vMerge/>') + cell('') + cell('') + cell('late')),
    row(cell('7') + cell('8'), '<w:gridBefore w:val="1"/>'),
    row(cell('A title over all', '<w:gridSpan w:val="4"/>')),
  ].join('')}</w:tbl>`
  expect(await linesOf(documentOf(table))).toEqual([
    'Region | Fee | Fee | Note',
    'North |  | 12',
    'North |  |  | late',
    ' | 7 | 8',
    'A title over all',
  ])
})

test('a value over columns that only other rows divide is read once, and columns without any text are left out', async () => {
  const span = (columns: number) => `<w:gridSpan w:val="${columns}"/>`
  const table = [
    row(cell('Invoice') + cell('') + cell('No. 7', span(4))),
    row(cell('Goods', span(4)) + cell('Price', span(2))),
    row(cell('Lamp', span(4)) + cell('12.00', span(2))),
    row(cell('') + cell('', span(3)) + cell('Total') + cell('12.00')),
  ]
  expect(await linesOf(documentOf(`<w:tbl>${table.join('')}</w:tbl>`))).toEqual([
    'Invoice | No. 7',
    'Goods |  | Price | Price',
    'Lamp |  | 12.00 | 12.00',
    ' |  | Total | 12.00',
  ])
})

test('a table inside a cell follows its row, line by line', async () => {
  const inner = `<w:tbl>${row(cell('a') + cell('b'))}${row(cell('') + cell('d'))}</w:tbl>`
  const outer = `<w:tbl>${row(`${cell('left')}<w:tc>${paragraph('right')}${inner}</w:tc>`)}</w:tbl>`
  expect(await linesOf(documentOf(outer))).toEqual(['left | right', 'a | b', ' | d'])
})

test('notes follow the paragraph that refers to them, headers come first and footers last', async () => {
  const body =
    '<w:p><w:r><w:t>Delivery is free</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r><w:r><w:t> above 50.</w:t></w:r></w:p>' +
    '<w:p><w:r><w:t>Two years</w:t></w:r><w:r><w:endnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="5"/></w:r></w:p>' +
    '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:headerReference w:type="first" r:id="rId5"/><w:footerReference w:type="default" r:id="rId4"/></w:sectPr>'
  const note = (kind: string, text: string) =>
    `<w:${kind}s><w:${kind} w:id="0" w:type="separator">${paragraph('---')}</w:${kind}><w:${kind} w:id="2">${paragraph(text)}</w:${kind}></w:${kind}s>`
  const file = documentOf(body, {
    'footnotes.xml': ['footnotes', note('footnote', 'Not on islands.')],
    'endnotes.xml': ['endnotes', note('endnote', 'Without batteries.')],
    'header1.xml': ['header', `<w:hdr>${paragraph('Contract K-77120')}</w:hdr>`],
    'footer1.xml': ['footer', `<w:ftr>${paragraph('Hotline 555')}</w:ftr>`],
    'header2.xml': ['header', `<w:hdr>${paragraph('Shown on no page')}</w:hdr>`],
    'comments.xml': [
      'comments',
      `<w:comments><w:comment w:id="5" w:author="Ann">${paragraph('Check')}</w:comment></w:comments>`,
    ],
  })
  expect(await linesOf(file)).toEqual([
    '[Header] Contract K-77120',
    'Delivery is free[1] above 50.',
    '[1] Not on islands.',
    'Two years[2]',
    '[2] Without batteries.',
    '[Comment by Ann: Check]',
    '[Footer] Hotline 555',
  ])
})

test('a text box is read once, on a line of its own behind its paragraph', async () => {
  const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
  const both = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box('Code 4711')}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box('Code 4711')}</w:pict></mc:Fallback></mc:AlternateContent>`
  const body = `<w:p><w:r><w:t>Before</w:t></w:r><w:r>${both}</w:r><w:r><w:t> and after</w:t></w:r></w:p>${paragraph('Next')}`
  expect(await linesOf(documentOf(body))).toEqual(['Before and after', 'Code 4711', 'Next'])
})

test('WordArt is read, and a watermark as a header', async () => {
  const art = (text: string) =>
    `<w:p><w:r><w:pict><v:shapetype><v:textpath on="t"/></v:shapetype><v:shape><v:textpath string="${text}"/></v:shape></w:pict></w:r></w:p>`
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr>'
  const file = documentOf(paragraph('Offer') + art('Summer sale') + section, {
    'header1.xml': ['header', `<w:hdr>${art('DRAFT')}</w:hdr>`],
  })
  expect(await linesOf(file)).toEqual(['[Header] DRAFT', 'Offer', 'Summer sale'])
})

test('a tracked change is read as it will be: what was deleted or moved away is gone, what was moved occurs once', async () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const deletedMark = '<w:rPr><w:del w:id="8"/></w:rPr>'
  const body = [
    `<w:p><w:moveFrom w:id="1">${run('The fee is 100. ')}</w:moveFrom>${run('First.')}</w:p>`,
    `<w:p><w:del w:id="3"><w:r><w:delText>Old 5.</w:delText></w:r></w:del><w:ins w:id="4">${run('New 6.')}</w:ins></w:p>`,
    `<w:p><w:moveTo w:id="2">${run('The fee is 100. ')}</w:moveTo>${run('Last.')}</w:p>`,
    `<w:p><w:pPr>${deletedMark}</w:pPr>${run('One sentence')}</w:p>`,
    `<w:p>${run(' in two paragraphs.')}</w:p>`,
    `<w:tbl>${row(cell('kept'))}${row(cell('deleted'), '<w:del w:id="9"/>')}</w:tbl>`,
  ]
  expect(await linesOf(documentOf(body.join('')))).toEqual([
    'First.',
    'New 6.',
    'The fee is 100. Last.',
    'One sentence in two paragraphs.',
    'kept',
  ])
})

test('characters that are elements are read, and hidden text and readings are not', async () => {
  const body = [
    '<w:p><w:r><w:t>2024</w:t><w:noBreakHyphen/><w:t>2025</w:t></w:r></w:p>',
    '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="1"/><w:tab w:val="left" w:pos="2"/></w:tabs></w:pPr><w:r><w:t>Name</w:t><w:tab/><w:t>Price</w:t></w:r></w:p>',
    '<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> agreed</w:t></w:r></w:p>',
    '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r></w:p>',
    '<w:p><w:r><w:ruby><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>支店</w:t></w:r></w:p>',
  ]
  expect(await linesOf(documentOf(body.join('')))).toEqual(['2024-2025', 'Name\tPrice', '☑ agreed', 'seen', '東京支店'])
})

test('form fields are read as they are filled in', async () => {
  const field = (data: string) => `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r>`
  const box = (checked: string) => field(`<w:checkBox><w:default w:val="0"/>${checked}</w:checkBox>`)
  const list = '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Monday"/><w:listEntry w:val="Tuesday"/></w:ddList>'
  const text = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`
  const body = `<w:p>${box('<w:checked/>')}${text(' yes ')}${box('')}${text(' no, on ')}${field(list)}</w:p>`
  expect(await linesOf(documentOf(body))).toEqual(['☒ yes ☐ no, on Tuesday'])
})

const LISTS = `<w:numbering>
  <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
  <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="§%1"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1)"/></w:lvl></w:lvlOverride></w:num>
</w:numbering>`

test('a list that starts again counts from its start, and a tracked change of a list does not count', async () => {
  const changed = `${numbered(1)}<w:pPrChange w:id="9"><w:pPr>${numbered(3)}</w:pPr></w:pPrChange>`
  const body = [
    paragraph('Open', numbered(1)),
    paragraph('Fill', numbered(1)),
    paragraph('Unplug', numbered(2)),
    paragraph('Wait', numbered(2)),
    paragraph('Under it', numbered(2, 1)),
    paragraph('Beside it', numbered(2, 1)),
    paragraph('Changed', changed),
    paragraph('Below', numbered(1, 1)),
    paragraph('Section', numbered(3)),
    paragraph('Other letters', numbered(4)),
  ]
  const file = documentOf(body.join(''), { 'numbering.xml': ['numbering', LISTS] })
  expect(await linesOf(file)).toEqual([
    '1. Open',
    '2. Fill',
    '1. Unplug',
    '2. Wait',
    '2.a) Under it',
    '2.b) Beside it',
    '3. Changed',
    '3.a) Below',
    '§I Section',
    'D) Other letters',
  ])
})

const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const parentheses = (inside: string, properties = '<m:begChr m:val="("/><m:endChr m:val=")"/>') =>
  `<m:d><m:dPr>${properties}</m:dPr><m:e>${inside}</m:e></m:d>`
const raised = (base: string, power: string) => `<m:sSup><m:e>${base}</m:e><m:sup>${power}</m:sup></m:sSup>`
const fraction = (above: string, below: string, type = 'bar') =>
  `<m:f><m:fPr><m:type m:val="${type}"/></m:fPr><m:num>${above}</m:num><m:den>${below}</m:den></m:f>`

test.each([
  ['a fraction', fraction(math('1'), math('2')), '1/2'],
  ['a power', math('E=m') + raised(math('c'), math('2')), 'E=mc^2'],
  ['parentheses, which are no text', raised(parentheses(math('a+b')), math('n+1')), '(a+b)^(n+1)'],
  ['parentheses by default', parentheses(math('a'), ''), '(a)'],
  ['an open brace', parentheses(math('a'), '<m:begChr m:val="{"/><m:endChr m:val=""/>'), '{a'],
  [
    'a root in a fraction',
    fraction(`${math('−b±')}<m:rad><m:deg/><m:e>${raised(math('b'), math('2'))}</m:e></m:rad>`, math('2a')),
    '(−b±√(b^2))/2a',
  ],
  [
    'a sum with its limits',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${math('i=1')}</m:sub><m:sup>${math('n')}</m:sup><m:e>${math('i')}</m:e></m:nary>`,
    '∑_(i=1)^n i',
  ],
  ['a binomial', parentheses(fraction(math('n'), math('k'), 'noBar')), '(n¦k)'],
  [
    'a matrix',
    parentheses(
      `<m:m>${['12', '34'].map((row) => `<m:mr>${[...row].map((item) => `<m:e>${math(item)}</m:e>`).join('')}</m:mr>`).join('')}</m:m>`,
    ),
    '(1, 2; 3, 4)',
  ],
])('an equation is one line of text with its signs: %s', async (_, equation, text) => {
  const body = `<w:p><w:r><w:t>Rate: </w:t></w:r><m:oMath>${equation}</m:oMath><w:r><w:t>.</w:t></w:r></w:p>`
  expect(await linesOf(documentOf(body))).toEqual([`Rate: ${text}.`])
})

test('a line that ends within a paragraph is a line, and in a cell a space', async () => {
  const address = `${plain('Anna Weber')}<w:r><w:br/></w:r>${plain('Main Street 5')}<w:r><w:cr/><w:t>Berlin</w:t></w:r>`
  const body = [
    `<w:p><w:pPr>${numbered(1)}</w:pPr>${address}</w:p>`,
    `<w:p><w:pPr>${numbered(1)}</w:pPr><w:r><w:br w:type="page"/></w:r>${plain('Next')}</w:p>`,
    `<w:tbl>${row(`<w:tc><w:p>${address}</w:p></w:tc>${cell('x')}`)}</w:tbl>`,
    `<w:p><w:r><w:t>One\nsentence</w:t></w:r></w:p>`,
  ]
  expect(await linesOf(documentOf(body.join(''), { 'numbering.xml': ['numbering', LISTS] }))).toEqual([
    '1. Anna Weber',
    'Main Street 5',
    'Berlin',
    '2. Next',
    'Anna Weber Main Street 5 Berlin | x',
    'One sentence',
  ])
})

test.each([
  ['an average', `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr><m:e>${math('x')}</m:e></m:bar>`, 'x\u0305'],
  ['an underlined term', `<m:bar><m:e>${math('a+b')}</m:e></m:bar>`, '(a+b)\u0332'],
  ['an estimate', `<m:acc><m:e>${math('y')}</m:e></m:acc>`, 'y\u0302'],
  ['a vector', `<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr><m:e>${math('v')}</m:e></m:acc>`, 'v\u20d7'],
  [
    'a sign that cannot be put above',
    `<m:acc><m:accPr><m:chr m:val="→"/></m:accPr><m:e>${math('v')}</m:e></m:acc>`,
    '→(v)',
  ],
])('what is written above or below a term of an equation is read: %s', async (_, equation, text) => {
  expect(await linesOf(documentOf(`<w:p><m:oMath>${equation}</m:oMath></w:p>`))).toEqual([text])
})

test('an equation that nests without end is read, its deepest terms in a row', async () => {
  const levels = 20_000
  const nested = `${'<m:sSup><m:e>'.repeat(levels)}${math('x')}${`</m:e><m:sup>${math('2')}</m:sup></m:sSup>`.repeat(levels)}`
  const [line = ''] = await linesOf(documentOf(`<w:p><m:oMath>${nested}</m:oMath></w:p>`))
  expect(line).toMatch(/^x2{10}/)
  expect(line.length).toBeLessThan(2 * levels)
  expect(line.endsWith('^2^2')).toBe(true)
})

test('a text box that its author has hidden is not read', async () => {
  const box = (text: string, attributes: string) =>
    `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:anchor><wp:docPr id="1" ${attributes}/><wps:wsp><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx></wps:wsp></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph(text)}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  const body = `<w:p>${box('Old price', 'hidden="1"')}${plain('Offer')}${box('New price', 'hidden="0"')}</w:p>`
  expect(await linesOf(documentOf(body))).toEqual(['Offer', 'New price'])
})
