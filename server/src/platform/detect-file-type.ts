import { isUtf8 } from 'node:buffer'
import { type FileTypeResult, fileTypeFromBuffer } from 'file-type'

/** Formats that are text themselves. */
const TEXT_FORMATS = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/eps',
  'application/pgp-encrypted',
  'application/xml',
  'text/calendar',
  'text/vcard',
  'text/vtt',
])

export const isPlainText = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0)

/**
 * What the first bytes of a file say that it is; undefined where they say nothing. Some formats begin with two or three
 * letters, so a list of cars that begins with BMW looks like a bitmap: a text is none of those that are not text.
 */
export async function detectFileType(bytes: Uint8Array): Promise<FileTypeResult | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return found && !TEXT_FORMATS.has(found.mime) && isPlainText(bytes) ? undefined : found
}
