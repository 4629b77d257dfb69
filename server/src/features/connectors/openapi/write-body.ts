import { AppError } from '#platform/error.ts'
import type { ApiBody } from '../api/api-request.ts'
import { FORM, MULTIPART } from './request-body.ts'
import { type ReadFiles, type WrittenBody, writeMultipart } from './write-multipart.ts'
import { entriesOf, pairsOf, textOf, writtenLength } from './write-values.ts'

const MAX_FORM_CHARACTERS = 4 * 1024 * 1024

/** The body of a request, as its type has it; a form may have files, which are read when it is known which. */
export async function writeBody(how: ApiBody, content: unknown, readFiles: ReadFiles): Promise<WrittenBody> {
  const { content_type, fields = [] } = how
  if (content_type === MULTIPART) return await writeMultipart(fields, content, readFiles)
  if (content_type.startsWith('text/')) return { content_type, body: textOf(content) }
  const isForm = content_type.startsWith(FORM)
  return { content_type, body: isForm ? writeForm(how, content) : JSON.stringify(content) }
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
