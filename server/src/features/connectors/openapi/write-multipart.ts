import { randomUUID } from 'node:crypto'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { ApiField } from '../api/api-request.ts'
import { bytesOf, fileIn, type GivenFile, MAX_FILES_BODY_BYTES, type ReadFiles } from './given-file.ts'
import { entriesOf, textOf } from './write-values.ts'

export type WrittenBody = { content_type: string; body: string | Uint8Array<ArrayBuffer> }

const MAX_STORED_FILES = 20
const MAX_PARTS = 1000
const MAX_NAME_LENGTH = 200
const ANY_FIELD = { is_file: false, content_type: undefined, explode: undefined }

type Part = { name: string; content_type?: string | undefined; content: string | GivenFile }

/** A form with files (RFC 7578): an object is JSON, and a list as many parts as it has items, unless its field says otherwise. */
export async function writeMultipart(
  fields: readonly ApiField[],
  content: unknown,
  readFiles: ReadFiles,
): Promise<WrittenBody> {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new AppError('bad_request', 'The body must be an object with the fields of the form')
  const byName = new Map(fields.map((field) => [field.name, field]))
  const parts = entriesOf(content).flatMap(([name, value]) => partsOf(name, byName.get(name) ?? ANY_FIELD, value))
  if (parts.length > MAX_PARTS) throw new AppError('bad_request', `A form has at most ${MAX_PARTS} parts`)
  const paths = parts.flatMap(({ content }) => (typeof content === 'object' && 'path' in content ? content.path : []))
  if (paths.length > MAX_STORED_FILES)
    throw new AppError('bad_request', `A form has at most ${MAX_STORED_FILES} files of the storage`)
  const stored = paths.length > 0 ? await readFiles(paths) : []
  const boundary = randomUUID()
  const pieces = parts.flatMap((part) => {
    const { head, bytes } = written(part, () => stored.shift())
    return [Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n')]
  })
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  if (size > MAX_FILES_BODY_BYTES)
    throw new AppError('too_large', `The form has more than ${MAX_FILES_BODY_BYTES / 1024 / 1024} MB`)
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { content_type: `multipart/form-data; boundary=${boundary}`, body }
}

function partsOf(name: string, field: Omit<ApiField, 'name'> | typeof ANY_FIELD, value: unknown): Part[] {
  const { is_file, content_type, explode } = field
  const isJson = /\bjson\b/.test(content_type ?? '')
  if (is_file) return listOf(value).map((item) => ({ name, content_type, content: fileIn(name, item) }))
  if (isJson) return [{ name, content_type, content: JSON.stringify(value) }]
  if (Array.isArray(value) && explode === false)
    return [{ name, content_type, content: value.map(textOf).join(separatorOf(field)) }]
  return listOf(value).map((item) => ({
    name,
    content_type: content_type ?? (typeof item === 'object' ? 'application/json' : undefined),
    content: textOf(item),
  }))
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const separatorOf = ({ style }: Pick<ApiField, 'style'>): string =>
  ({ spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' })[style as string] ?? ','

function written({ name, content_type, content }: Part, next: () => { name: string; bytes: Buffer } | undefined) {
  const type = (value: string | undefined) => (value ? `\r\nContent-Type: ${value}` : '')
  const head = `Content-Disposition: form-data; name="${quoted(name)}"`
  if (typeof content === 'string') return { head: `${head}${type(content_type)}`, bytes: Buffer.from(content) }
  const file = 'path' in content ? next() : { name: content.name, bytes: bytesOf(name, content) }
  if (!file) throw new Error('A file of the form was not read')
  const filename = fileName(content.name ?? file.name)
  return {
    head: `${head}; filename="${quoted(filename)}"${type(content_type ?? mimeTypeOf(filename))}`,
    bytes: file.bytes,
  }
}

/** Its last part, without what is not seen. */
const fileName = (given: string): string =>
  given
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || 'file'

/** As browsers write names, so that none ends its header. */
const quoted = (text: string): string => text.replaceAll(/[\p{Cc}"\\]/gu, (character) => encodeURIComponent(character))
