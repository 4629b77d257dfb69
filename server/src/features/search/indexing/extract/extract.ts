import { type Extraction, linesOf } from './lines.ts'
import { decodeText } from './read-text.ts'
import { Unreadable } from './unreadable.ts'

type Reader = (bytes: Uint8Array) => Promise<Extraction>

/** Loaded when the first such document comes: a thread is started for a few documents, most of them plain text. */
const READERS = new Map<string, () => Promise<Reader>>([
  ['pdf', async () => (await import('./pdf/read-pdf.ts')).readPdf],
  ['docx', async () => (await import('./word/read-word.ts')).readWord],
  ['xlsx', async () => (await import('./sheets/read-sheets.ts')).readSheets],
  ['pptx', async () => (await import('./slides/read-slides.ts')).readSlides],
])

/** The text of a document, read by the extension of its name. An Office document or PDF without any is unreadable. */
export async function extract(bytes: Uint8Array, extension: string): Promise<Extraction> {
  const loadReader = READERS.get(extension)
  if (!loadReader) return { parts: [{ part: null, part_name: null, lines: linesOf(decodeText(bytes)) }], warning: null }
  const read = await loadReader()
  const extraction = await read(bytes)
  if (extraction.parts.some(({ lines }) => lines.length > 0)) return extraction
  throw new Unreadable(
    extraction.warning ? `The document has no text. ${extraction.warning}` : 'The document has no text',
  )
}
