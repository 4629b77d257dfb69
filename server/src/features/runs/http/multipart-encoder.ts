import { AppError } from '#platform/error.ts'
import { asText, type Encoder } from './encoder.ts'

/** A header of a part up to an open quote, as in `Content-Disposition: form-data; name="`. */
const IN_QUOTES = /^content-[a-z-]+:(?:[^"]*"[^"]*")*[^"]*"[^"]*$/i

/** In a part's header a value is written as browsers write names of files; in its content it cannot begin another part. */
export function multipartEncoder(template: string, contentType: string): Encoder {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]?.trim()
  return (value, position) => {
    const text = asText(value)
    const line = template.slice(template.lastIndexOf('\n', position - 1) + 1, position)
    if (IN_QUOTES.test(line)) return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
    if (boundary && text.includes(`--${boundary}`))
      throw new AppError('bad_request', 'A value in the body has the boundary of its parts in it')
    return text
  }
}
