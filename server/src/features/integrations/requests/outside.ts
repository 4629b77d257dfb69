import { z } from 'zod'
import { cleanText } from '../../connectors/clean-text.ts'

/** An id as a model repeats it: never trusted to stay one part of an address. */
export const outsideId = (from: string) =>
  z
    .string()
    .max(2000, 'This is no id')
    .regex(/^(?!\.{1,2}$)[\x21-\x7e]+$/, 'This is no id')
    .describe(`As ${from} says it`)

/** The next page of a list, as its answer names it. */
export const pageToken = z.string().min(1).max(4000).optional().describe('The next_page of the page before')

/** A text of one line that someone else wrote; what is not there is empty. */
export const outsideLine = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => cleanText((text ?? '').slice(0, 4 * most).replaceAll(/\s+/g, ' '), most))

/** A path of an address, with each of its parts as safe as text can be. */
export const path = (parts: TemplateStringsArray, ...ids: string[]): string =>
  String.raw({ raw: parts }, ...ids.map(encodeURIComponent))

/** A line that becomes a header or a name: a break in it would begin another one. */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'This must be one line without control characters')

/** A text that names at its end what is left out of it. */
export function cut(text: string, most: number): string {
  const whole = cleanText(text, text.length)
  if (whole.length <= most) return whole
  return `${whole.slice(0, most)}\n[${whole.length - most} more characters were left out]`
}
