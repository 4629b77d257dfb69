import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const NS = 'http://schemas.openxmlformats.org'

/** A zip of these parts, as Office documents are. */
export function packed(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `worksheets/sheet1.xml` is a worksheet, `sharedStrings.xml` are shared strings. */
const kindOf = (target: string): string =>
  target.includes('/') ? target.replace(/s\/.*/, '') : target.replace('.xml', '')

const relations = (targets: string[]) =>
  `<Relationships xmlns="${NS}/package/2006/relationships">${targets
    .map(
      (target, index) =>
        `<Relationship Id="rId${index + 1}" Type="${NS}/officeDocument/2006/relationships/${kindOf(target)}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A Word document of these paragraphs; `xml` stands in for the body, and `parts` stand beside it. */
export function wordDocument(paragraphs: string[], xml?: string, parts: Record<string, string> = {}): Promise<Buffer> {
  const body = xml ?? paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('')
  return packed({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document xmlns:w="${NS}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...parts,
  })
}

/** A workbook: by sheet, rows with the number that they have there. */
export function workbook(sheets: Record<string, [row: number, cells: string[]][]>): Promise<Buffer> {
  const names = Object.keys(sheets)
  const strings = Object.values(sheets).flatMap((rows) => rows.flatMap(([, cells]) => cells))
  let at = 0
  const sheetXml = (rows: [number, string[]][]) =>
    `<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData>${rows
      .map(
        ([row, cells]) =>
          `<row r="${row}">${cells.map((_, column) => `<c r="${String.fromCharCode(65 + column)}${row}" t="s"><v>${at++}</v></c>`).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`
  return packed({
    'xl/workbook.xml': `<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets>${names
      .map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 7}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, index) => `worksheets/sheet${index + 1}.xml`),
      'sharedStrings.xml',
    ]),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(rows)]),
    ),
  })
}

/** A presentation of slides, each of these texts. */
export function presentation(slides: string[][]): Promise<Buffer> {
  // Stored in the other order, so that only their list says which comes first.
  const file = (index: number) => `slides/slide${slides.length - index}.xml`
  const parts: Record<string, string> = {
    'ppt/presentation.xml': `<p:presentation xmlns:p="${NS}/presentationml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${index + 256}" r:id="rId${index + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(slides.map((_, index) => file(index))),
  }
  for (const [index, texts] of slides.entries())
    parts[`ppt/${file(index)}`] = `<p:sld xmlns:p="x" xmlns:a="y">${texts
      .map((text) => `<a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p>`)
      .join('')}</p:sld>`
  return packed(parts)
}

/** The smallest PDF that has a line of text on each of its pages. */
export function pdf(pages: string[]): Buffer {
  const kids = pages.map((_, index) => `${3 + index * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 700 Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`
      const font = '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${font}/Contents ${4 + index * 2} 0 R>>`,
        `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      ]
    }),
  ]
  return pdfOf(objects)
}

/** A PDF of these objects, from number 1 on; the first is its catalog. */
export function pdfOf(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}
