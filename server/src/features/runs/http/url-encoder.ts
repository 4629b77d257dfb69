import { AppError } from '#platform/error.ts'
import { placesIn, replacePlaceholders } from '#platform/placeholders.ts'
import { asText, type Encoder } from './encoder.ts'

const HOST = /^[\p{L}\p{N}.-]*(:\d{1,5})?$/u

/**
 * Encodes the values of an address. One at its very beginning is an address, or the beginning of one, that the author has chosen
 * to take from there. In the host a value is a name; everywhere else it is a path segment, a parameter or a part of one.
 */
export function urlEncoder(template: string): Encoder {
  const blank = withoutPlaceholders(template)
  const scheme = blank.indexOf('://')
  const authority = scheme < 0 ? 0 : scheme + 3
  const end = (from: number, marks: RegExp) => {
    const found = blank.slice(from).search(marks)
    return found < 0 ? blank.length : from + found
  }
  // An address that begins with a placeholder has its host in there.
  const path = scheme < 0 ? 0 : end(authority, /[/?#\\]/)
  const query = end(path, /[?#]/)
  const userInfo = blank.slice(0, path).lastIndexOf('@')

  return (value, position) => {
    const text = asText(value)
    if (position === 0) return text
    if (position < path && position > userInfo) {
      if (HOST.test(text)) return text
      throw new AppError('bad_request', 'A value in the host of the address is not a name of a host')
    }
    if (position < query && position > path) refuseDots(segmentAround(template, blank, position), text)
    return encodeURIComponent(text)
  }
}

/** The same length, with nothing of a placeholder's name in it. */
function withoutPlaceholders(template: string): string {
  let blank = template
  for (const { start, end } of placesIn(template))
    blank = blank.slice(0, start) + '_'.repeat(end - start) + blank.slice(end)
  return blank
}

/** What shares a path segment with the placeholder at this position, other placeholders left out. */
function segmentAround(template: string, blank: string, position: number): string {
  const before = blank.slice(0, position)
  const begin = Math.max(before.lastIndexOf('/'), before.lastIndexOf('\\')) + 1
  const length = blank.slice(position).search(/[/\\?#]|$/)
  return replacePlaceholders(template.slice(begin, position + length), () => '')
}

/** `.` and `..` are steps between folders, however they are put together, and no encoding keeps them from being that. */
function refuseDots(around: string, text: string): void {
  const isDots = text !== '' && /^\.*$/.test(text) && /^(?:\.|%2e)*$/i.test(around)
  if (isDots || (text === '' && around === ''))
    throw new AppError('bad_request', 'A value in the path of the address is empty or consists of dots')
}
