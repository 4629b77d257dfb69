import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { type Extraction, numberLines, type Part } from '../lines.ts'
import { TextBudget } from '../text-budget.ts'
import { Unreadable } from '../unreadable.ts'
import { sentences } from '../warnings.ts'
import { withActualText } from './actual-text.ts'
import { hasDrawnText, readAnnotations } from './annotations.ts'
import { changeLibrary, drawnLinesOf } from './change-library.ts'
import { pageLines } from './page-lines.ts'
import { readAppearances } from './read-appearances.ts'
import { createLetters } from './restore-letters.ts'

changeLibrary()

const MAX_PAGES = 5000
/** Whether a page shows pictures, or what a signature shows, is found out by drawing the page, which takes long for many. */
const MAX_DRAWN_PAGES = 20
const NOTHING_DRAWN: ReadonlyMap<string, string> = new Map()
/**
 * Which characters the standard encodings of Chinese, Japanese and Korean fonts mean. Text in them is left out without this
 * folder. The library finds it too, but hands its URL to a function that opens paths; that function wants slashes.
 */
const CHARACTER_MAPS = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json'))).replaceAll(
  sep,
  '/',
)

export async function readPdf(bytes: Uint8Array): Promise<Extraction> {
  const pdf = await open(bytes)
  if (pdf.numPages > MAX_PAGES) throw new Unreadable(`The PDF has more than ${MAX_PAGES} pages`)
  const budget = new TextBudget()
  const parts: Part[] = []
  const withoutText: number[] = []
  const restoreLetters = createLetters()
  let drawnPages = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items: content, styles } = await page.getTextContent({
      disableNormalization: true,
      includeMarkedContent: true,
    })
    const items = await restoreLetters(page, { items: withActualText(content), styles })
    const annotations = await page.getAnnotations()
    const isDrawn = hasDrawnText(annotations) && ++drawnPages <= MAX_DRAWN_PAGES
    const drawn = isDrawn ? await readAppearances(page) : NOTHING_DRAWN
    const texts = [...pageLines(items, drawnLinesOf(content)), ...readAnnotations(annotations, drawn)]
    for (const text of texts) budget.spend(text.length)
    const lines = numberLines(texts)
    if (lines.length > 0) parts.push({ part: number, part_name: null, lines })
    else withoutText.push(number)
    page.cleanup()
  }
  if (parts.length === 0) throw new Unreadable('The PDF has no text; its pages may be pictures')
  const pictures: number[] = []
  for (const number of withoutText.slice(0, MAX_DRAWN_PAGES)) if (await hasPicture(pdf, number)) pictures.push(number)
  return { parts, warning: sentences([pagesWithoutText(pdf.numPages, pictures)]) }
}

const pagesWithoutText = (pages: number, pictures: readonly number[]): string | false =>
  pictures.length > 0 &&
  `${pages} pages, ${pictures.length} without text (${pictures.join(', ')}); ${pictures.length === 1 ? 'it is a picture' : 'they are pictures'}`

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function hasPicture(pdf: Pdf, number: number): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  const pictures = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const page = await pdf.getPage(number)
  const { fnArray } = await page.getOperatorList()
  page.cleanup()
  return fnArray.some((operator) => pictures.has(operator))
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // A copy, because the library detaches the memory that it is given. 0 silences it.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      cMapUrl: CHARACTER_MAPS,
      cMapPacked: true,
      fontExtraProperties: true,
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new Unreadable('The PDF is protected by a password')
    throw new Unreadable('The file is not a readable PDF')
  }
}
