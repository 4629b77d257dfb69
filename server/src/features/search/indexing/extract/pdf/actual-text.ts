import { z } from 'zod'
import type { Item } from './layout.ts'

const MarkedText = z.object({ type: z.literal('beginMarkedContentProps'), actualText: z.string() })
const Begin = z.object({ type: z.enum(['beginMarkedContent', 'beginMarkedContentProps']) })
const End = z.object({ type: z.literal('endMarkedContent') })
const Text = z.custom<Item>((item) => typeof item === 'object' && item !== null && 'str' in item)

/** Letters in one are a few; a text that means much more than is drawn is none that a person sees. */
const MAX_LETTERS_EACH = 4
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * Puts in place what marked text means: Chromium marks letters so whose pictures depend on their neighbors, in Arabic, Thai and
 * Hindi, because its fonts cannot say which letters these are.
 */
export function withActualText(items: readonly object[]): Item[] {
  const texts: Item[] = []
  let marked: { text: string; depth: number; drawn: Item[] } | null = null
  for (const item of items) {
    const text = Text.safeParse(item).data
    if (text && marked) marked.drawn.push(text)
    else if (text) texts.push(text)
    else if (marked && End.safeParse(item).success && --marked.depth === 0) {
      texts.push(...standIns(marked.text, marked.drawn))
      marked = null
    } else if (marked && Begin.safeParse(item).success) marked.depth++
    else if (!marked) {
      const begun = MarkedText.safeParse(item).data
      if (begun) marked = { text: decoded(begun.actualText), depth: 1, drawn: [] }
    }
  }
  return marked ? [...texts, ...marked.drawn] : texts
}

/** One text of those that are drawn; the drawn ones where they are of several lines, too short for what they mean, or mean nothing. */
function standIns(text: string, drawn: Item[]): Item[] {
  const isBlank = ({ str, width }: Item) => str === '' || (str.trim() === '' && width > 0)
  const at = drawn.findIndex((item) => !isBlank(item))
  const [first, ...others] = drawn.slice(at).filter((item) => !isBlank(item))
  // A hyphen at the end of a line is marked as one that is there only because of it: it is drawn all the same.
  if (at === -1 || !first || /^\p{Cf}*$/u.test(text)) return drawn
  const letters = [first, ...others].reduce((sum, { str }) => sum + str.length, 0)
  if ([...text].length > MAX_LETTERS_EACH * letters || others.some((item) => !isOnLineOf(first, item))) return drawn
  const left = Math.min(...[first, ...others].map(leftOf))
  const right = Math.max(...[first, ...others].map((item) => leftOf(item) + item.width))
  const transform = first.transform.map((number, index) => (index === 4 ? left : number))
  const dir = RIGHT_TO_LEFT.test(text) ? 'rtl' : first.dir
  const hasEOL = drawn.slice(at).some((item) => item.hasEOL)
  // What ends the line before comes before.
  return [...drawn.slice(0, at), { ...first, str: text, transform, width: right - left, dir, hasEOL }]
}

const leftOf = ({ transform }: Item): number => transform[4] ?? 0
const isOnLineOf = (first: Item, { transform, height }: Item): boolean =>
  Math.abs((first.transform[5] ?? 0) - (transform[5] ?? 0)) <= Math.max(first.height, height) / 2

/** Text strings of PDF are UTF-16 or UTF-8 behind their marks, or Latin. */
function decoded(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(buffer)
  return bytes.startsWith('\xef\xbb\xbf') ? new TextDecoder().decode(buffer) : bytes
}
