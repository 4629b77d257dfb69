import { type Extraction, linesOf } from './lines.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { decodeText } from './read-text.ts'
import { readSheets } from './sheets/read-sheets.ts'
import { readSlides } from './slides/read-slides.ts'
import { Unreadable } from './unreadable.ts'
import { readWord } from './word/read-word.ts'

const READERS = new Map([
  ['pdf', readPdf],
  ['docx', readWord],
  ['xlsx', readSheets],
  ['pptx', readSlides],
])

/** The text of a document, read by the extension of its name. An Office document or PDF without any is unreadable. */
export async function extract(bytes: Uint8Array, extension: string): Promise<Extraction> {
  const read = READERS.get(extension)
  if (!read) return { parts: [{ part: null, part_name: null, lines: linesOf(decodeText(bytes)) }], warning: null }
  const extraction = await read(bytes)
  if (extraction.parts.some(({ lines }) => lines.length > 0)) return extraction
  throw new Unreadable(
    extraction.warning ? `The document has no text. ${extraction.warning}` : 'The document has no text',
  )
}
