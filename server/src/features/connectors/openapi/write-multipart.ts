import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { StoragePath } from '#contracts/storage-path.ts'
import { readBase64 } from '#platform/base64.ts'
import { AppError } from '#platform/error.ts'
import type { ApiField } from '../api/api-request.ts'
import { entriesOf, textOf } from './write-values.ts'

export type WrittenBody = { content_type: string; body: string | Uint8Array<ArrayBuffer> }

/** So many bytes a form has at most. */
export const MAX_FORM_BYTES = 20 * 1024 * 1024
const MAX_STORED_FILES = 20
const MAX_PARTS = 1000
const MAX_NAME_LENGTH = 200
const ANY_FIELD = { is_file: false, content_type: undefined, explode: undefined }

/** Files of the storage, in the order of their paths. */
export type ReadFiles = (paths: readonly string[]) => Promise<{ name: string; bytes: Buffer }[]>

const GivenFile = z.union([
  z.strictObject({ path: StoragePath, name: z.string().optional() }),
  z.strictObject({ name: z.string(), content: z.string(), encoding: z.enum(['text', 'base64']).default('text') }),
])
type GivenFile = z.infer<typeof GivenFile>
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
  if (size > MAX_FORM_BYTES)
    throw new AppError('too_large', `The form has more than ${MAX_FORM_BYTES / 1024 / 1024} MB`)
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

function fileIn(name: string, value: unknown): GivenFile {
  const { data } = GivenFile.safeParse(value)
  if (data) return data
  throw new AppError(
    'bad_request',
    `${name} is a file: give { path } of a file in the storage, or { name, content, encoding } with the encoding text or base64`,
  )
}

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

function bytesOf(name: string, { content, encoding }: Extract<GivenFile, { content: string }>): Buffer {
  const bytes = encoding === 'text' ? Buffer.from(content) : readBase64(content)
  if (!bytes) throw new AppError('bad_request', `The content of ${name} is not valid base64`)
  return bytes
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
