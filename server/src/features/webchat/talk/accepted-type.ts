import { extname } from 'node:path/posix'
import { fromBufferPromise } from 'yauzl'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { detectFileType, isPlainText } from '#platform/detect-file-type.ts'

const TEXT = 'text/plain'
const TEXT_EXTENSIONS = new Set(['.txt', '.log', '.md', '.markdown', '.csv', '.xml'])
const TEXT_TYPES = new Set([TEXT, 'text/markdown', 'text/csv', 'text/xml', 'application/xml'])
const SQLITE_EXTENSIONS = new Set(['.db3', '.sqlite', '.sqlite3', '.db'])
/** What browsers and models show as pictures; SVG is a program, and is none. */
const RASTER = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/bmp',
  'image/tiff',
])
const [WORD, SHEET, PDF] = ['a.docx', 'a.xlsx', 'a.pdf'].map(mimeTypeOf)
/** Office documents are zips; one is known by the part that it cannot be without. */
const PARTS = new Map([
  ['word/document.xml', WORD],
  ['xl/workbook.xml', SHEET],
])
const MAX_ENTRIES = 20_000

type Sent = { name: string; mime_type: string; bytes: Buffer }

/** The type that a file of a visitor is kept as, judged by its content; null where it is of none that is accepted. */
export async function acceptedType({ name, mime_type, bytes }: Sent): Promise<string | null> {
  const extension = extname(name.toLowerCase())
  const found = await detectFileType(bytes)
  if (found === undefined || found.mime === 'application/xml' || found.mime.startsWith('text/'))
    return acceptedText({ extension, mime_type, bytes })
  if (found.mime === 'application/x-sqlite3') return SQLITE_EXTENSIONS.has(extension) ? found.mime : null
  if (found.mime === PDF || RASTER.has(found.mime)) return found.mime
  return found.mime === 'application/zip' || found.mime === WORD || found.mime === SHEET ? officeTypeOf(bytes) : null
}

/** Text says nothing of itself, so its name, or where it has no extension its declared type, says that it is one. */
function acceptedText({ extension, mime_type, bytes }: { extension: string; mime_type: string; bytes: Buffer }) {
  const [declared = ''] = mime_type.toLowerCase().split(';')
  const isNamed = extension === '' ? TEXT_TYPES.has(declared.trim()) : TEXT_EXTENSIONS.has(extension)
  return isNamed && isPlainText(bytes) ? TEXT : null
}

/** Reads the list of the zip and unpacks nothing. */
async function officeTypeOf(bytes: Buffer): Promise<string | null> {
  try {
    const zip = await fromBufferPromise(bytes)
    if (zip.entryCount > MAX_ENTRIES) return null
    for await (const { fileName } of zip.eachEntry()) {
      const type = PARTS.get(fileName)
      if (type) return type
    }
  } catch {
    // A zip that cannot be read is none.
  }
  return null
}
