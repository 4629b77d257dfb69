import { z } from 'zod'
import { StoragePath } from '#contracts/storage-path.ts'
import { readBase64 } from '#platform/base64.ts'
import { AppError } from '#platform/error.ts'
import type { Node } from './nodes.ts'

/** So many bytes a body with files has at most. */
export const MAX_FILES_BODY_BYTES = 20 * 1024 * 1024

/** Files of the storage, in the order of their paths. */
export type ReadFiles = (paths: readonly string[]) => Promise<{ name: string; bytes: Buffer }[]>

/** A file as a tool is given it. */
export const FILE: Node = {
  type: 'object',
  description: 'A file: the path of one in the storage, or the name and content of a new one',
  properties: {
    path: { type: 'string', description: 'Such as "Customer service/Returns.md"' },
    name: { type: 'string' },
    content: { type: 'string' },
    encoding: { enum: ['text', 'base64'], description: 'How content is written, text by default' },
  },
}

const GivenFile = z.union([
  z.strictObject({ path: StoragePath, name: z.string().optional() }),
  z.strictObject({ name: z.string(), content: z.string(), encoding: z.enum(['text', 'base64']).default('text') }),
])
export type GivenFile = z.infer<typeof GivenFile>

export function fileIn(name: string, value: unknown): GivenFile {
  const { data } = GivenFile.safeParse(value)
  if (data) return data
  throw new AppError(
    'bad_request',
    `${name} is a file: give { path } of a file in the storage, or { name, content, encoding } with the encoding text or base64`,
  )
}

export function bytesOf(name: string, { content, encoding }: Extract<GivenFile, { content: string }>): Buffer {
  const bytes = encoding === 'text' ? Buffer.from(content) : readBase64(content)
  if (!bytes) throw new AppError('bad_request', `The content of ${name} is not valid base64`)
  return bytes
}
