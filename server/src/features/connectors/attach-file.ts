import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { extensionOf, isText, mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { ToolScope } from '../teammates/tool-scope.ts'

const MOST_CHARACTERS_OF_NAME = 150

/** A file that came from elsewhere, with its name there or, where it has none, what to call it. */
export type ForeignFile = { name: string; bytes: Buffer }
type Attaching = Pick<ToolScope, 'keepFile'> & { mask: (text: string) => string }

/** Attaches a file that came from elsewhere to the answer of the run; returns what became of it, as a model reads it. */
export async function attachFile(file: ForeignFile, { keepFile, mask }: Attaching): Promise<string> {
  const bytes = isPlain(file.bytes) ? Buffer.from(mask(file.bytes.toString('utf8'))) : file.bytes
  const { name, mime_type } = await nameAndType(mask(file.name), bytes)
  try {
    const kept = await keepFile({ name, mime_type, bytes })
    return `[${kept.name}, ${kept.mime_type}, ${kept.size} bytes: attached to your answer]`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `[${name} was left out: ${error.message}]`
  }
}

/**
 * A name that is safe to show, and the type of the bytes: what a sender says of them is not believed. Part of the name is a
 * hash, because a file of the same name would replace another of the same step.
 */
async function nameAndType(given: string, bytes: Buffer): Promise<{ name: string; mime_type: string }> {
  const visible = given
    .toWellFormed()
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim()
  const extension = extensionOf(visible)
  const { mime_type, ...found } = await typeOf(visible, bytes)
  const isSame = extension === found.extension || mimeTypeOf(visible) === mime_type
  const hasRightExtension = isSame && /^\w{1,10}$/.test(extension)
  const stem = hasRightExtension ? visible.slice(0, -extension.length - 1) : visible
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const short = stem.slice(0, MOST_CHARACTERS_OF_NAME).toWellFormed().trim() || 'file'
  return { name: `${short}-${hash}.${hasRightExtension ? extension : found.extension}`, mime_type }
}

/** The kind of a text follows its name, because its bytes do not tell. */
async function typeOf(name: string, bytes: Buffer): Promise<{ mime_type: string; extension: string }> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found && found.mime !== 'application/xml') return { mime_type: found.mime, extension: found.ext }
  if (!isPlain(bytes)) return { mime_type: 'application/octet-stream', extension: 'bin' }
  return isText(name)
    ? { mime_type: mimeTypeOf(name), extension: extensionOf(name) }
    : { mime_type: 'text/plain', extension: 'txt' }
}

const isPlain = (bytes: Buffer) => isUtf8(bytes) && !bytes.includes(0)
