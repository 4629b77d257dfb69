import { packed } from './office-files.ts'

const NS = 'http://schemas.openxmlformats.org'
const OFFICE = `${NS}/officeDocument/2006/relationships`

/** Relations in the order of their ids `rId1`, `rId2` and so on: each a type and a target. */
export const relationsXml = (relations: [type: string, target: string][], base = OFFICE): string =>
  `<Relationships xmlns="${NS}/package/2006/relationships">${relations
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${base}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

type WorkbookXml = {
  /** The inside of each `worksheet`, by the sheet's name. */
  sheets: Record<string, string>
  /** The number format of each style, from 1 on: a code, or the id of one that every workbook has. */
  formats?: (string | number)[]
  strings?: string[]
  properties?: string
  /** What follows the sheets in the workbook. */
  calculation?: string
  /** Attributes of a sheet in the workbook, by its name. */
  attributes?: Record<string, string>
  relations?: Record<string, [type: string, target: string][]>
  parts?: Record<string, string>
}

/** A workbook of the XML of its sheets. */
export function workbookOf({
  sheets,
  formats = [],
  strings = [],
  properties = '',
  calculation = '',
  attributes = {},
  relations = {},
  parts = {},
}: WorkbookXml): Promise<Buffer> {
  const names = Object.keys(sheets)
  const codes = formats.flatMap((format, at) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`] : [],
  )
  const styles = formats.map((format, at) => `<xf numFmtId="${typeof format === 'string' ? 200 + at : format}"/>`)
  return packed({
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 5}" r:id="rId${at + 1}" ${attributes[name] ?? ''}/>`)
      .join('')}</sheets>${calculation}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, `<worksheet>${sheets[name]}</worksheet>`]),
    ),
    ...Object.fromEntries(
      names.flatMap((name, at) => {
        const own = relations[name]
        return own ? [[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, relationsXml(own)]] : []
      }),
    ),
    ...parts,
  })
}

/** The rows of a sheet by cell: a text, or a number with its style. */
export function rowsXml(cells: Record<string, string | [value: number, style: number]>): string {
  const rows = new Map<string, string[]>()
  for (const [address, value] of Object.entries(cells)) {
    const row = address.replace(/^[A-Z]+/, '')
    const xml =
      typeof value === 'string'
        ? `<c r="${address}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
        : `<c r="${address}" s="${value[1]}"><v>${value[0]}</v></c>`
    rows.set(row, [...(rows.get(row) ?? []), xml])
  }
  return `<sheetData>${[...rows].map(([row, xml]) => `<row r="${row}">${xml.join('')}</row>`).join('')}</sheetData>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A Word document of the XML of its body; `parts` lie in the folder `word`, and the document has relations to them. */
export function documentOf(body: string, parts: Record<string, [type: string, xml: string]> = {}): Promise<Buffer> {
  const names = Object.keys(parts)
  return packed({
    '_rels/.rels': relationsXml([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `<w:document xmlns:w="w" xmlns:r="r"><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationsXml(names.map((name) => [parts[name]?.[0] ?? '', name])),
    ...Object.fromEntries(names.map((name) => [`word/${name}`, parts[name]?.[1] ?? ''])),
  })
}

/** A paragraph of Word with a run of this text. */
export const paragraph = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`

/** A run of text of Word with properties of its own. */
export const styledRun = (text: string, properties: string): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A presentation of one slide, of the XML of its shapes; `parts` lie in the folder `ppt/slides`. */
export function slideOf(
  shapes: string,
  parts: Record<string, [type: string, xml: string]> = {},
  attributes = '',
): Promise<Buffer> {
  const names = Object.keys(parts)
  return packed({
    '_rels/.rels': relationsXml([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationsXml([['slide', 'slides/slide1.xml']]),
    'ppt/slides/slide1.xml': `<p:sld ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationsXml(names.map((name) => [parts[name]?.[0] ?? '', name])),
    ...Object.fromEntries(names.map((name) => [`ppt/slides/${name}`, parts[name]?.[1] ?? ''])),
  })
}

/** A shape of a slide with these paragraphs, each with properties of its own. */
export const shape = (...paragraphs: [text: string, properties?: string][]): string =>
  `<p:sp><p:txBody>${paragraphs
    .map(([text, properties = '']) => `<a:p>${properties}<a:r><a:t>${escaped(text)}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`
