import { AppError } from '#platform/error.ts'
import { onlyPlaceholder, placesIn } from '#platform/placeholders.ts'
import type { Filler } from '../fill-placeholders.ts'
import { bodyEncoder } from './body-encoder.ts'
import { asText, type Encoder } from './encoder.ts'
import { quotedPlaces } from './quoted-places.ts'
import { urlEncoder } from './url-encoder.ts'

/** A template of a request, and what it becomes. */
export type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  headers: Record<string, string>
  body?: unknown
}

/**
 * The request with its placeholders filled, all in one go: what a value holds in braces is text. A value stays one value: it is
 * encoded for the place where it is, so that it can neither end that place nor begin another one.
 */
export function fillRequest({ method, url, headers, body }: Request, filler: Filler): Request {
  const types = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-type')
  const filledHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, fillTemplate(text, filler, headerEncoder(name, text))]),
  )
  return {
    method,
    url: fillTemplate(url, filler, urlEncoder(url)),
    headers: filledHeaders,
    ...(body !== undefined && { body: filledBody(body, types[0]?.[1] ?? '', filler) }),
  }
}

/** A body that is exactly one placeholder is that value, whatever its type. */
function filledBody(body: unknown, contentType: string, filler: Filler): unknown {
  if (typeof body !== 'string' || onlyPlaceholder(body) !== null) return filler.value(body)
  return fillTemplate(body, filler, bodyEncoder(body, contentType))
}

/** What is not there stays as it is written. */
function fillTemplate(template: string, filler: Filler, encode: Encoder): string {
  let filled = ''
  let done = 0
  for (const { start, end } of placesIn(template)) {
    const value = filler.lookUp(template.slice(start, end))
    if (value === undefined) continue
    filled += template.slice(done, start) + encode(value, start)
    done = end
  }
  return filled + template.slice(done)
}

const NOT_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/
const NO_COOKIE_VALUE = /[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/gu

/** A header ends with its line, a cookie with its semicolon, and a parameter in quotes with its quote. */
function headerEncoder(name: string, template: string): Encoder {
  const isCookie = name.toLowerCase() === 'cookie'
  const quoted = quotedPlaces(template)
  return (value, position) => {
    const text = asText(value)
    if (isCookie) return text.replaceAll(NO_COOKIE_VALUE, (character) => encodeURIComponent(character))
    const written = quoted.has(position) ? text.replaceAll(/["\\]/g, '\\$&') : text.trim()
    if (NOT_IN_HEADER.test(written))
      throw new AppError(
        'bad_request',
        `A value of the header ${name} has a line break or a character that no header may have`,
      )
    return written
  }
}
