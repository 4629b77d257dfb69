import { expect, test } from 'vitest'
import { packed } from '#testing/files/office-files.ts'
import { relationsXml, shape, slideOf } from '#testing/files/office-parts.ts'
import { extract } from '../extract.ts'

const linesOf = async (file: Promise<Buffer>) =>
  (await extract(await file, 'pptx')).parts.flatMap(({ lines }) => lines.map(({ text }) => text))
const cell = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody><a:p>${text && `<a:r><a:t>${text}</a:t></a:r>`}</a:p></a:txBody></a:tc>`

test('a row of a table is one line, in which each value keeps its column', async () => {
  const rows = [
    cell('Region') + cell('Fee', 'gridSpan="2"') + cell('', 'hMerge="1"'),
    cell('North', 'rowSpan="2"') + cell('10') + cell('12'),
    cell('', 'vMerge="1"') + cell('') + cell('15'),
  ]
  const table = `<p:graphicFrame><a:tbl>${rows.map((cells) => `<a:tr>${cells}</a:tr>`).join('')}</a:tbl></p:graphicFrame>`
  expect(await linesOf(slideOf(shape(['Tariffs']) + table))).toEqual([
    'Tariffs',
    'Region | Fee | Fee',
    'North | 10 | 12',
    'North |  | 15',
  ])
})

test('SmartArt, notes and comments are read, and a shape with an alternative once', async () => {
  const hint = shape(['Boxed hint'])
  const shapes = [
    '<p:graphicFrame><a:graphicData><dgm:relIds r:dm="rId1"/></a:graphicData></p:graphicFrame>',
    `<mc:AlternateContent><mc:Choice>${hint}</mc:Choice><mc:Fallback>${hint}</mc:Fallback></mc:AlternateContent>`,
    '<p:sp><p:txBody><a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p></p:txBody></p:sp>',
  ]
  const file = slideOf(shapes.join(''), {
    'data1.xml': [
      'diagramData',
      '<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>',
    ],
    'remarks.xml': ['notesSlide', `<p:notes>${shape(['Mention the rebate'])}</p:notes>`],
    'comment1.xml': ['comments', '<p:cmLst><p:cm><p:text>Too long</p:text></p:cm></p:cmLst>'],
  })
  expect(await linesOf(file)).toEqual(['Step one', 'Boxed hint', '[Notes] Mention the rebate', '[Comment: Too long]'])
})

test('texts of a layout and its master are read once, where a slide shows them first', async () => {
  const placeholder =
    '<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Click to edit</a:t></a:r></a:p></p:txBody></p:sp>'
  const slide = (text: string, attributes = '') =>
    `<p:sld ${attributes}><p:cSld><p:spTree>${shape([text])}</p:spTree></p:cSld></p:sld>`
  const layout = relationsXml([['slideLayout', '../slideLayouts/slideLayout1.xml']])
  const file = packed({
    '_rels/.rels': relationsXml([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldId r:id="rId1"/><p:sldId r:id="rId2"/><p:sldId r:id="rId3"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationsXml([1, 2, 3].map((at) => ['slide', `slides/slide${at}.xml`])),
    'ppt/slides/slide1.xml': slide('Cover', 'showMasterSp="0"'),
    'ppt/slides/slide2.xml': slide('Fees'),
    'ppt/slides/slide3.xml': slide('Dates'),
    ...Object.fromEntries([1, 2, 3].map((at) => [`ppt/slides/_rels/slide${at}.xml.rels`, layout])),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout>${placeholder}${shape(['Draft of May'])}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationsXml([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster>${placeholder}${shape(['For members only'])}</p:sldMaster>`,
  })
  const { parts } = await extract(await file, 'pptx')
  expect(parts.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ['Cover'],
    ['Fees', '[Background] Draft of May', '[Background] For members only'],
    ['Dates'],
  ])
})

test('numbered paragraphs keep their numbers, each list counted by itself', async () => {
  const auto = (type: string, more = '', level = 0) =>
    `<a:pPr lvl="${level}"><a:buAutoNum type="${type}" ${more}/></a:pPr>`
  const first = shape(
    ['Open', auto('arabicPeriod')],
    ['Lid', auto('alphaLcParenR', '', 1)],
    ['Seal', auto('alphaLcParenR', '', 1)],
    ['Fill', auto('arabicPeriod')],
    ['A remark'],
    ['Again', auto('arabicPeriod')],
  )
  const second = shape(
    ['Third', auto('romanUcParenBoth', 'startAt="3"')],
    ['Fourth', auto('romanUcParenBoth', 'startAt="3"')],
  )
  expect(await linesOf(slideOf(first + second))).toEqual([
    '1. Open',
    'a) Lid',
    'b) Seal',
    '2. Fill',
    'A remark',
    '1. Again',
    '(III) Third',
    '(IV) Fourth',
  ])
})

test('a hidden slide is called hidden', async () => {
  expect(await linesOf(slideOf(shape(['Draft']), {}, 'show="0"'))).toEqual(['[Hidden slide]', 'Draft'])
})

test('a slide that is missing or damaged is named, and the others are read', async () => {
  const ids = [1, 2, 3].map((at) => `<p:sldId id="${at}" r:id="rId${at}"/>`).join('')
  const file = await packed({
    '_rels/.rels': relationsXml([['officeDocument', 'ppt/main.xml']]),
    'ppt/main.xml': `<p:presentation xmlns:r="r"><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/main.xml.rels': relationsXml([
      ['slide', 'a.xml'],
      ['slide', 'b.xml'],
      ['slide', 'c.xml'],
    ]),
    'ppt/a.xml': '<p:sld><p:sp>',
    'ppt/c.xml': `<p:sld>${shape(['Kept'])}</p:sld>`,
  })
  const { parts, warning } = await extract(file, 'pptx')
  expect(parts).toEqual([{ part: 3, part_name: null, lines: [{ number: 1, text: 'Kept' }] }])
  expect(warning).toBe('3 slides, 2 unreadable (1, 2).')
})

test('an equation is read with its signs', async () => {
  const half =
    '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>'
  const slide = `<p:sp><p:txBody><a:p><a:r><a:t>Rate </a:t></a:r><a14:m>${half}</a14:m></a:p></p:txBody></p:sp>`
  expect(await linesOf(slideOf(slide))).toEqual(['Rate 1/2'])
})

test('raised, lowered and struck text is marked, and a line that ends within a paragraph is a line', async () => {
  const run = (text: string, attributes = '') => `<a:r><a:rPr ${attributes}/><a:t>${text}</a:t></a:r>`
  const paragraphs = [
    `${run('10') + run('6', 'baseline="30000"') + run(' cells of H')}${run('2', 'baseline="-25000"')}${run('O')}`,
    `${run('200', 'strike="sngStrike"')}${run('150', 'strike="noStrike" baseline="0"')}`,
    `<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>${run('Anna')}<a:br><a:rPr baseline="30000"/></a:br>${run('Berlin')}`,
  ]
  const table = `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p>${run('Anna')}<a:br/>${run('Berlin')}</a:p></a:txBody></a:tc>${cell('x')}</a:tr></a:tbl></p:graphicFrame>`
  const body = `<p:sp><p:txBody>${paragraphs.map((inside) => `<a:p>${inside}</a:p>`).join('')}</p:txBody></p:sp>`
  expect(await linesOf(slideOf(body + table))).toEqual([
    '10⁶ cells of H₂O',
    '~~200~~150',
    '1. Anna',
    'Berlin',
    'Anna Berlin | x',
  ])
})

test('a part that very many slides show is not read for each of them', async () => {
  const at = Array.from({ length: 1000 }, (_, n) => n + 1)
  const notes = relationsXml([['notesSlide', '../notesSlides/all.xml']])
  const file = packed({
    '_rels/.rels': relationsXml([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation xmlns:r="r">${at.map((n) => `<p:sldId r:id="rId${n}"/>`).join('')}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsXml(at.map((n) => ['slide', `slides/slide${n}.xml`])),
    ...Object.fromEntries(at.map((n) => [`ppt/slides/slide${n}.xml`, `<p:sld>${shape([`Slide ${n}`])}</p:sld>`])),
    ...Object.fromEntries(at.map((n) => [`ppt/slides/_rels/slide${n}.xml.rels`, notes])),
    'ppt/notesSlides/all.xml': `<p:notes>${'<p:sp/>'.repeat(140_000)}</p:notes>`,
  })
  await expect(linesOf(file)).rejects.toThrow('shows some of its parts too often')
})

test('pictures that a font draws for letters are read as what they show', async () => {
  const run = (text: string, fonts: string) => `<a:r><a:rPr>${fonts}</a:rPr><a:t>${text}</a:t></a:r>`
  const paragraphs = [
    run('\uf0e0 next step', '<a:sym typeface="Wingdings"/>'),
    `${run('\u00fc', '<a:latin typeface="Wingdings"/>')}${run(' paid', '')}`,
    run('p', '<a:latin typeface="Wingdings 3"/>'),
  ]
  const body = `<p:sp><p:txBody>${paragraphs.map((inside) => `<a:p>${inside}</a:p>`).join('')}</p:txBody></p:sp>`
  expect(await linesOf(slideOf(body))).toEqual(['→ next step', '✓ paid', '▲'])
})

test('shapes, groups and tables that their author has hidden are not read', async () => {
  const named = (kind: string, hidden: string, inside: string) =>
    `<p:${kind}><p:nv><p:cNvPr id="2" name="x" hidden="${hidden}"/></p:nv>${inside}</p:${kind}>`
  const table = `<a:tbl><a:tr>${cell('Cost')}${cell('9')}</a:tr></a:tbl>`
  const shapes = [
    named('sp', '0', shape(['Seen'])),
    named('sp', '1', shape(['Hidden box'])),
    named('grpSp', 'true', named('sp', '0', shape(['In a hidden group']))),
    named('graphicFrame', '1', table),
    named('graphicFrame', 'false', table),
  ]
  expect(await linesOf(slideOf(shapes.join('')))).toEqual(['Seen', 'Cost | 9'])
})
