import { pdfOf } from './office-files.ts'

/** Resources of a page whose font F1 is Helvetica. */
export const FONT = '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'

export const stream = (content: string, dictionary = ''): string =>
  `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`

/** A PDF of one page: its content, and its annotations as dictionaries. */
export function pdfPage(content: string, annotations: string[] = [], more: string[] = []): Buffer {
  const first = 5 + more.length
  const list = annotations.map((_, at) => `${first + at} 0 R`).join(' ')
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${list}]>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${FONT}/Contents 4 0 R/Annots[${list}]>>`,
    stream(content),
    ...more,
    ...annotations.map((annotation) => `<</Type/Annot/Rect[50 50 200 70]/F 4${annotation}>>`),
  ])
}

/** A PDF of pages whose font F1 is Helvetica. */
export const pdfOfPages = (contents: string[]): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${contents.map((_, index) => `${3 + index * 2} 0 R`).join(' ')}]/Count ${contents.length}>>`,
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${FONT}/Contents ${4 + index * 2} 0 R>>`,
      stream(content),
    ]),
  ])

/** A PDF of one page whose only font, F1, is the fifth of its objects. */
export const pdfPageIn = (font: string, content: string, more: string[] = []): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    stream(content),
    font,
    ...more,
  ])

/** Draws a text at a place of the page, in the font F1. */
export const put = (x: number, y: number, text: string): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET\n`
