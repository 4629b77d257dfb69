import { mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import type { ApiBody } from '../api/api-request.ts'
import { bytesOf, fileIn, MAX_FILES_BODY_BYTES, type ReadFiles } from './given-file.ts'
import { kindOf } from './media-types.ts'
import { type WrittenBody, writeMultipart } from './write-multipart.ts'
import { entriesOf, pairsOf, textOf, writtenLength } from './write-values.ts'

const MAX_FORM_CHARACTERS = 4 * 1024 * 1024

/** The body of a request, as its type has it. Files are read when it is known which. */
export async function writeBody(how: ApiBody, content: unknown, readFiles: ReadFiles): Promise<WrittenBody> {
  const { content_type, fields = [] } = how
  const kind = kindOf(content_type)
  if (kind === 'multipart') return await writeMultipart(fields, content, readFiles)
  if (kind === 'file') return await writeFile(content_type, content, readFiles)
  if (kind === 'text') return { content_type, body: textOf(content) }
  return { content_type, body: kind === 'form' ? writeForm(how, content) : JSON.stringify(content) }
}

/** A file alone; of a range such as `image/*` its name decides. */
async function writeFile(content_type: string, content: unknown, readFiles: ReadFiles): Promise<WrittenBody> {
  const given = fileIn('body', content)
  const [stored] = 'path' in given ? await readFiles([given.path]) : []
  const bytes = 'path' in given ? stored?.bytes : bytesOf('body', given)
  if (!bytes) throw new Error('The file of the body was not read')
  if (bytes.length > MAX_FILES_BODY_BYTES)
    throw new AppError('too_large', `The file has more than ${MAX_FILES_BODY_BYTES / 1024 / 1024} MB`)
  const name = given.name ?? stored?.name ?? ''
  return { content_type: content_type.includes('*') ? mimeTypeOf(name) : content_type, body: new Uint8Array(bytes) }
}

function writeForm({ fields = [] }: ApiBody, content: unknown): string {
  if (typeof content !== 'object' || content === null) return textOf(content)
  let left = MAX_FORM_CHARACTERS
  return entriesOf(content)
    .flatMap(([name, value]) => {
      left -= writtenLength(name, value)
      if (left < 0) throw new AppError('too_large', `The form has more than ${MAX_FORM_CHARACTERS} characters`)
      const { style, explode = false } = fields.find((field) => field.name === name) ?? {}
      if (style)
        return pairsOf({ name, style, explode }, value).map((pair) => `${encodeURIComponent(pair[0])}=${pair[1]}`)
      const key = formText(name)
      return (Array.isArray(value) ? value : [value]).map((item) => `${key}=${formText(textOf(item))}`)
    })
    .join('&')
}

/** As a form writes names and values. */
const formText = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
