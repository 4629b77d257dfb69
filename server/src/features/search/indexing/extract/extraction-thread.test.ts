import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packed, pdf, pdfOf, workbook } from '#testing/files/office-files.ts'
import { documentOf, paragraph, rowsXml, workbookOf } from '#testing/files/office-parts.ts'
import { ExtractionThread } from './extraction-thread.ts'

const streamOf = (dictionary: string, content: string) =>
  `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`

const font = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'

/** A page that shows a form ten times, which shows another ten times, and so on: ten thousand million of them. */
function endlessPdf(): Buffer {
  const levels = 10
  const forms = Array.from({ length: levels }, (_, level) => {
    const resources = level + 1 < levels ? `/Resources<</XObject<</X ${level + 6} 0 R>>>>` : `/Resources<<${font}>>`
    return streamOf(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`,
      level + 1 < levels ? '/X Do '.repeat(10) : 'BT /F1 1 Tf (a) Tj ET',
    )
  })
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    page,
    streamOf('', '/X Do '.repeat(10)),
    ...forms,
  ])
}

/** A page whose content is a gigabyte of nothing. */
function bloatedPdf(): Buffer {
  const packed = deflateSync(Buffer.alloc(2 ** 30, ' '), { level: 1 }).toString('latin1')
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
    streamOf('/Filter/FlateDecode', packed),
  ])
}

/** A small file whose every cell refers to the same long text. */
function echoingWorkbook(length: number, cells: number): Promise<Buffer> {
  const row = (number: number) => `<row r="${number}"><c t="s"><v>0</v></c></row>`
  return packed({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst><si><t>${'ab '.repeat(length / 3)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${Array.from({ length: cells }, (_, at) => row(at + 1)).join('')}</sheetData></worksheet>`,
  })
}

const hostile: [string, string, () => Promise<Buffer> | Buffer, RegExp][] = [
  ['a PDF that never ends', 'pdf', endlessPdf, /too long|too much memory/],
  ['a PDF that unpacks to a gigabyte', 'pdf', bloatedPdf, /too much memory/],
  [
    'a PDF whose pages are each other',
    'pdf',
    () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 9>>']),
    /./,
  ],
  ['a PDF that is cut off', 'pdf', () => pdf(['one', 'two']).subarray(0, 300), /./],
  [
    'a workbook that says the same a hundred times too often',
    'xlsx',
    () => echoingWorkbook(300_000, 100),
    /million characters/,
  ],
  [
    'a workbook that says the same a million times',
    'xlsx',
    () => echoingWorkbook(900_000, 400_000),
    /too much memory|too long|million/,
  ],
  [
    'a workbook whose cells have no text to refer to',
    'xlsx',
    async () => lastByteCut(await workbook({ S: [[1, ['x']]] })),
    /readable/,
  ],
]

const lastByteCut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 30)
/** Long enough for a slow machine to meet the limit of memory first where that is what is tried, and to begin again. */
const deadlineMsOf = (reason: RegExp) => (reason.test('too long') ? 10_000 : 50_000)

test.each(hostile)('%s ends with a reason, and the next document is read', async (_what, extension, make, reason) => {
  await using thread = new ExtractionThread({ deadlineMs: deadlineMsOf(reason), memoryMb: 512 })
  const read = (bytes: Uint8Array, extension: string) =>
    thread.extract({ bytes, extension, index: { dimensions: 16 } }, new AbortController().signal)
  await expect(read(await make(), extension)).rejects.toThrow(reason)
  const { chunks, vectors } = await read(Buffer.from('the next one'), 'txt')
  expect(chunks).toMatchObject([{ text: 'the next one' }])
  expect(vectors?.[0]?.length).toBe(16)
})

const large: [string, string, () => Promise<Buffer>, string][] = [
  [
    'a sheet of 1,048,576 empty rows',
    'xlsx',
    () => workbookOf({ sheets: { S: `<sheetData>${EMPTY_ROWS}${LAST_ROW}</sheetData>` } }),
    'the last row',
  ],
  [
    'a sheet whose cells are all merged, again and again',
    'xlsx',
    () => workbookOf({ sheets: { S: `${rowsXml({ A1: 'merged', B2: 'x', C3: 'y' })}${MERGED}` } }),
    'merged',
  ],
  [
    'a sheet with one value in the last column of each of 20,000 rows',
    'xlsx',
    () => workbookOf({ sheets: { S: `<sheetData>${LAST_CELLS}</sheetData>` } }),
    'XFD: 1',
  ],
  [
    'a Word document of tables within tables within tables',
    'docx',
    () =>
      documentOf(
        `${'<w:tbl><w:tr><w:tc>'.repeat(50_000)}${paragraph('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(50_000)}`,
      ),
    'deep',
  ],
]
const EMPTY_ROWS = Array.from({ length: 1_048_575 }, (_, at) => `<row r="${at + 1}"/>`).join('')
const LAST_ROW = '<row r="1048576"><c t="inlineStr"><is><t>the last row</t></is></c></row>'
const MERGED = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>`
const LAST_CELLS = Array.from(
  { length: 20_000 },
  (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
).join('')

test.each(large)('%s is read, since it says little', async (_what, extension, make, text) => {
  await using thread = new ExtractionThread()
  const request = { bytes: await make(), extension, index: null }
  const { chunks } = await thread.extract(request, new AbortController().signal)
  expect(chunks.map((chunk) => chunk.text).join('\n')).toContain(text)
})

test('a document that is given up stops being read', async () => {
  await using thread = new ExtractionThread()
  const given = new AbortController()
  const reading = thread.extract({ bytes: endlessPdf(), extension: 'pdf', index: null }, given.signal)
  given.abort(new Error('given up'))
  await expect(reading).rejects.toThrow('given up')
  const next = { bytes: Buffer.from('the next one'), extension: 'txt', index: null }
  expect(await thread.extract(next, new AbortController().signal)).toMatchObject({ chunks: [{ text: 'the next one' }] })
})
