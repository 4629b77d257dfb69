import { getDocumentProxy } from 'unpdf'
import { linesOf, type Part } from './lines.ts'
import { Unreadable } from './unreadable.ts'

const MOST_PAGES = 5000

export async function readPdf(bytes: Uint8Array): Promise<Part[]> {
  const pdf = await open(bytes)
  if (pdf.numPages > MOST_PAGES) throw new Unreadable(`The PDF has more than ${MOST_PAGES} pages`)
  const parts: Part[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    const lines = linesOf(text)
    if (lines.length > 0) parts.push({ part: number, part_name: null, lines })
    page.cleanup()
  }
  if (parts.length === 0) throw new Unreadable('The PDF has no text; its pages may be pictures')
  return parts
}

async function open(bytes: Uint8Array) {
  try {
    // A copy: the library takes the memory away from whoever hands it over. 0 silences it.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new Unreadable('The PDF is protected by a password')
    throw new Unreadable('The file is not a readable PDF')
  }
}
