import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#testing/app.ts'
import { packed, pdf, presentation, wordDocument, workbook } from '#testing/files/office-files.ts'
import { searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test('each of the seven kinds of documents waits to be indexed and is indexed', async () => {
  const { member } = await givenStorage(app)
  const documents = {
    'a.txt': 'plain',
    'b.md': '# heading',
    'c.csv': 'one,two\n1,2',
    'd.pdf': pdf(['a page']),
    'e.docx': await wordDocument(['a paragraph']),
    'f.xlsx': await workbook({ Sheet: [[1, ['a cell']]] }),
    'g.pptx': await presentation([['a slide']]),
  }
  for (const [name, content] of Object.entries(documents)) {
    expect((await member.upload(name, content)).body.index_state).toBe('Queued for indexing')
    expect(await settled(member, name)).toMatchObject({ index_state: 'Indexed' })
  }
})

test('what is no document is not indexable, and only failed documents can be indexed again', async () => {
  const { member } = await givenStorage(app)
  expect((await member.upload('code.ts', 'const a = 1')).body.index_state).toBe('Not indexable')
  await member.upload('fine.txt', 'fine')
  await settled(member, 'fine.txt')
  const reindex = (path: string) => member.client.post(`${member.base}/file/reindex?path=${path}`, {})
  expect((await reindex('code.ts')).status).toBe(404)
  expect((await reindex('fine.txt')).status).toBe(409)
  expect((await reindex('missing.txt')).status).toBe(404)
})

test('everyone is notified of each state on the way', async () => {
  const { member, people } = await givenStorage(app)
  await member.upload('heard.txt', 'heard')
  await settled(member, 'heard.txt')
  const states = () =>
    app.events
      .find('storage_file.updated')
      .filter(({ rooms }) => rooms.includes(`organization:${people.organization.id}`))
      .map(({ payload }) => (payload as { index_state: string }).index_state)
  await expect.poll(states).toEqual(['Indexing…', 'Indexed'])
})

test('a changed file is indexed again, a renamed and a moved one stay as they are', async () => {
  const { member } = await givenStorage(app)
  await member.upload('one.txt', 'first')
  await settled(member, 'one.txt')
  expect((await member.upload('one.txt', 'second')).body.index_state).toBe('Queued for indexing')
  await settled(member, 'one.txt')
  await member.folder('folder')
  expect((await member.rename('one.txt', 'two.txt')).body.index_state).toBe('Indexed')
  expect((await member.move('two.txt', 'folder')).body.index_state).toBe('Indexed')
  expect((await member.copy('folder/two.txt', '/')).body.index_state).toBe('Queued for indexing')
  expect(await settled(member, 'two.txt')).toMatchObject({ index_state: 'Indexed' })
})

test('a deleted document is forgotten, and is indexed again when it is restored', async () => {
  const { member } = await givenStorage(app)
  await member.upload('gone.txt', 'gone')
  await settled(member, 'gone.txt')
  const { trash_path } = (await member.remove('gone.txt')).body
  expect((await member.list('.trashbin')).find(({ path }) => path === trash_path)?.index_state).toBe('Not indexable')
  await member.restore(trash_path)
  expect(await settled(member, 'gone.txt')).toMatchObject({ index_state: 'Indexed' })
})

const billion = `<!DOCTYPE lolz [<!ENTITY a "lol">${Array.from('bcdefghi', (name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`).join('')}]>`

const hostile: [name: string, content: () => Promise<Buffer> | Buffer, reason: RegExp][] = [
  ['a zip bomb', () => packed({ 'word/document.xml': Buffer.alloc(26 * 1024 * 1024, 0x20) }), /25 MB/],
  [
    'XML entities that grow',
    () => packed({ 'word/document.xml': `<?xml version="1.0"?>${billion}<w:document><w:t>&i;</w:t></w:document>` }),
    /XML of its own/,
  ],
  ['XML that never ends', () => packed({ 'word/document.xml': '<w:document><w:p>' }), /damaged/],
  ['a zip that lies about its sizes', async () => lying(await wordDocument(['x'.repeat(100_000)])), /damaged|readable/],
  ['no zip at all', () => Buffer.from('this is no document'), /not a readable Office document/],
  ['another kind of Office document', () => workbook({ Sheet: [[1, ['a']]] }), /not a Word document/],
]

test.each(hostile)(
  '%s fails with a reason, and the next document is indexed all the same',
  async (_what, make, reason) => {
    const { member } = await givenStorage(app)
    await member.upload('hostile.docx', await make())
    await member.upload('next.txt', 'next')
    const failed = await settled(member, 'hostile.docx')
    expect(failed.index_state).toBe('Indexing failed')
    expect(failed.index_error).toMatch(reason)
    expect(await settled(member, 'next.txt')).toMatchObject({ index_state: 'Indexed' })
    const again = await member.client.post(`${member.base}/file/reindex?path=hostile.docx`, {})
    expect(again.body).toMatchObject({ index_state: 'Queued for indexing' })
    expect(again.body).not.toHaveProperty('index_error')
    await settled(member, 'hostile.docx')
    expect((await member.client.post(`${member.base}/folder/reindex`, {})).body).toEqual({ reindexed: 1 })
  },
)

test('broken PDFs and those without text fail with a reason', async () => {
  const { member } = await givenStorage(app)
  await member.upload('junk.pdf', '%PDF-1.7 junk')
  expect((await settled(member, 'junk.pdf')).index_error).toMatch(/not a readable PDF/)
  await member.upload('empty.pdf', pdf(['']))
  expect((await settled(member, 'empty.pdf')).index_error).toMatch(/no text/)
})

test('a sheet that needs the whole budget of XML is indexed', async () => {
  const { member } = await givenStorage(app)
  const row = (number: number) => `<row r="${number}"><c t="inlineStr"><is><t>row number ${number}</t></is></c></row>`
  const rows = Array.from({ length: 5000 }, (_, index) => row(index + 1)).join('')
  const head = '<worksheet><sheetData>'
  const tail = '</sheetData></worksheet>'
  const others = 2000
  const sheet = `${head}${rows}<!--${' '.repeat(25 * 1024 * 1024 - others - head.length - rows.length - tail.length - 7)}-->${tail}`
  const book = await packed({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  })
  await member.upload('large.xlsx', book)
  await expect.poll(async () => (await member.list('/'))[0]?.index_state).toBe('Indexed')
})

/** Says in its list that an entry is small which is large. */
function lying(zip: Buffer): Buffer {
  const list = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  zip.writeUInt32LE(10, list + 24)
  return zip
}

test('a workbook whose text is in its cells keeps it, without how it is pronounced', async () => {
  const { member } = await givenStorage(app)
  const cell = (xml: string) => `<c t="inlineStr"><is>${xml}</is></c>`
  const rows = [
    `<row>${cell('<t>Canvas</t>')}${cell('<r><t>back</t></r><r><t>pack</t></r>')}</row>`,
    `<row r="7">${cell('<t>漢字</t><rPh sb="0" eb="1"><t>kanji</t></rPh>')}<c t="str"><v>sum</v></c></row>`,
  ]
  const file = await packed({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
  await member.upload('inline.xlsx', file)
  await settled(member, 'inline.xlsx')
  expect((await searchAt(member, 'search', 'canvas')).body.results[0].lines[0]).toMatchObject({
    text: 'Canvas | backpack',
    line: 1,
  })
  expect((await searchAt(member, 'search', 'sum')).body.results[0].lines).toMatchObject([
    { line: 1 },
    { line: 7, text: '漢字 | sum' },
  ])
})

test('headings and lists of a Word document that are numbered by their style keep their numbers', async () => {
  const { member } = await givenStorage(app)
  const level = (at: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const parts = {
    'word/styles.xml':
      '<w:styles><w:style w:styleId="Top"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:styleId="Sub"><w:basedOn w:val="Top"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style></w:styles>',
    'word/numbering.xml':
      `<w:numbering><w:abstractNum w:abstractNumId="9">${level(0, 'upperRoman', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="8">${level(0, 'lowerLetter', '%1)', 3)}</w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="9"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>',
  }
  const paragraph = (text: string, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const style = (name: string) => `<w:pStyle w:val="${name}"/>`
  const body = [
    paragraph('Scope', style('Top')),
    paragraph('Plain'),
    paragraph('Goods', style('Top')),
    paragraph('Weight', style('Sub')),
    paragraph('Size', style('Sub')),
    paragraph('Small', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'),
    paragraph('Unnumbered', `${style('Sub')}<w:numPr><w:numId w:val="0"/></w:numPr>`),
  ]
  await member.upload('numbered.docx', await wordDocument([], body.join(''), parts))
  await settled(member, 'numbered.docx')
  const found = async (q: string) => {
    const [file] = (await searchAt(member, 'search', q)).body.results
    return file.lines.find(({ is_match }: { is_match: boolean }) => is_match).text
  }
  expect(await found('scope')).toBe('I. Scope')
  expect(await found('plain')).toBe('Plain')
  expect(await found('weight')).toBe('II.1 Weight')
  expect(await found('size')).toBe('II.2 Size')
  expect(await found('small')).toBe('c) Small')
  expect(await found('unnumbered')).toBe('Unnumbered')
})
