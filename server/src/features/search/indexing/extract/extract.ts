import { linesOf, type Part } from './lines.ts'
import { readPdf } from './read-pdf.ts'
import { readSheets } from './read-sheets.ts'
import { readSlides } from './read-slides.ts'
import { decodeText } from './read-text.ts'
import { readWord } from './read-word.ts'

/** What a document says, by the extension of its name. */
export async function extract(bytes: Uint8Array, extension: string): Promise<Part[]> {
  if (extension === 'pdf') return readPdf(bytes)
  if (extension === 'docx') return readWord(bytes)
  if (extension === 'xlsx') return readSheets(bytes)
  if (extension === 'pptx') return readSlides(bytes)
  return [{ part: null, part_name: null, lines: linesOf(decodeText(bytes)) }]
}
