import { isUtf8 } from 'node:buffer'
import { parse } from 'content-disposition'
import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { decodeAnswer } from '#platform/outbound/decode-answer.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import type { ForeignFile } from './attach-file.ts'

/** As much as `http_request` takes. */
const MAX_TEXT_BYTES = 1024 * 1024
const TEXTUAL =
  /^(text\/.*|application\/(.*[+.-])?(json|xml|ya?ml|javascript|ndjson|jsonl|sql|toml|x-www-form-urlencoded))$/

/** The body of an API's answer: a text, or a file where it says that it is none, named after the tool if it has no name. */
export async function readBody(response: Response, tool: string): Promise<string | ForeignFile> {
  const { headers } = response
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const isText = !response.ok || type.trim() === '' || TEXTUAL.test(type.trim())
  const bytes = await readLimited(response, isText ? MAX_TEXT_BYTES : MAX_FILE_BYTES)
  return isText || bytes.length === 0
    ? await decodeAnswer(response, bytes)
    : { name: filename(headers.get('content-disposition')) || tool, bytes }
}

/** What the answer calls the file (RFC 6266). */
function filename(disposition: string | null): string {
  try {
    const { parameters } = parse(disposition ?? '')
    const { filename = '' } = parameters
    return 'filename*' in parameters ? filename : asUtf8(filename)
  } catch {
    return ''
  }
}

/** A header is read byte by byte, and many servers write the letters of a name into it as they are, in UTF-8. */
function asUtf8(name: string): string {
  const bytes = Buffer.from(name, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : name
}
