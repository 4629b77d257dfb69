import { subtle } from 'node:crypto'
import { extensionOf, isText, mimeTypeOf } from '#contracts/file-types.ts'
import { detectFileType, isPlainText } from '#platform/detect-file-type.ts'
import { AppError } from '#platform/error.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import type { Mask } from '../../variables/mask-secrets.ts'

const MAX_NAME_LENGTH = 150

/** A file that came from elsewhere, with its name there or, where it has none, what to call it. */
export type ForeignFile = { name: string; bytes: Buffer }
type Attaching = Pick<ToolScope, 'saveRunFile'> & { mask: Mask }

/** Attaches a file that came from elsewhere to the answer of the run; returns what became of it, as a model reads it. */
export async function attachFile(file: ForeignFile, { saveRunFile, mask }: Attaching): Promise<string> {
  const visible = visiblePart(await mask(file.name))
  try {
    const bytes = await mask.bytes(file.bytes)
    if (bytes !== file.bytes && !isPlainText(file.bytes))
      throw new AppError('unprocessable', 'It holds a secret variable')
    const kept = await saveRunFile({ ...(await nameAndType(visible, bytes)), bytes })
    return `[${kept.name}, ${kept.mime_type}, ${kept.size} bytes: attached to your answer]`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `[${shortened(visible) || 'A file'} was left out: ${error.message}]`
  }
}

/**
 * A name that is safe to show, and the type of the bytes: what a sender says of them is not believed. Part of the name is a
 * hash, because a file of the same name would replace another of the same step.
 */
async function nameAndType(visible: string, bytes: Buffer): Promise<{ name: string; mime_type: string }> {
  const extension = extensionOf(visible)
  const { mime_type, ...found } = await typeOf(visible, bytes)
  const isSame = extension === found.extension || mimeTypeOf(visible) === mime_type
  const hasRightExtension = isSame && /^\w{1,10}$/.test(extension)
  const stem = hasRightExtension ? visible.slice(0, -extension.length - 1) : visible
  const hash = Buffer.from(await subtle.digest('SHA-256', bytes))
    .toString('hex')
    .slice(0, 8)
  return { name: `${shortened(stem) || 'file'}-${hash}.${hasRightExtension ? extension : found.extension}`, mime_type }
}

/** The kind of a text follows its name, because its bytes do not tell. */
async function typeOf(name: string, bytes: Buffer): Promise<{ mime_type: string; extension: string }> {
  const found = await detectFileType(bytes)
  if (found && found.mime !== 'application/xml') return { mime_type: found.mime, extension: found.ext }
  if (!isPlainText(bytes)) return { mime_type: 'application/octet-stream', extension: 'bin' }
  return isText(name)
    ? { mime_type: mimeTypeOf(name), extension: extensionOf(name) }
    : { mime_type: 'text/plain', extension: 'txt' }
}

const visiblePart = (name: string) =>
  name
    .toWellFormed()
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim()

const shortened = (name: string) => name.slice(0, MAX_NAME_LENGTH).toWellFormed().trim()
