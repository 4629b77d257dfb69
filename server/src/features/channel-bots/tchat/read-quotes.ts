import type { TchatActivity } from './activity.ts'
import { htmlOf, linesOf, wordsOf } from './html-words.ts'

/** A quote at the top level of a message's HTML. */
type Quote = {
  /** Of someone else's message that is passed on; every other is of a message that is answered. */
  isForwarded: boolean
  html: string
}

const FORWARDED = 'itemtype="http://schema.skype.com/Forward"'
const PREVIEW = 'itemprop="preview"'

/** A text without and with its quotes, in its order. */
function partsOf(html: string): (string | Quote)[] {
  const parts: (string | Quote)[] = []
  let depth = 0
  let begin = 0
  for (const { 0: tag, index } of html.matchAll(/<blockquote\b|<\/blockquote>/gi)) {
    const isEnd = tag.startsWith('</')
    if (isEnd && depth === 0) continue
    if (!isEnd && depth++ > 0) continue
    if (isEnd && --depth > 0) continue
    const end = isEnd ? index + tag.length : index
    const part = html.slice(begin, end)
    parts.push(isEnd ? quoteOf(part) : part)
    begin = end
  }
  const rest = html.slice(begin)
  return [...parts, depth > 0 ? quoteOf(rest) : rest]
}

const quoteOf = (html: string): Quote => ({ isForwarded: html.split('>', 1).join('').includes(FORWARDED), html })

const quotesIn = (activity: TchatActivity): Quote[] =>
  htmlOf(activity)
    .flatMap(partsOf)
    .flatMap((part) => (typeof part === 'string' ? [] : part))

/** HTML without messages that are answered in it. */
export const withoutReplies = (html: string): string =>
  partsOf(html)
    .map((part) => (typeof part === 'string' ? part : part.isForwarded ? part.html : ''))
    .join('')

/** The words of a message that has them in its HTML alone. */
export const htmlWords = (activity: TchatActivity): string =>
  htmlOf(activity)
    .flatMap((html) => linesOf(withoutReplies(html)))
    .join('\n')

/** What a person marked in the chat to answer it: stated beside the text or, in chats with the bot alone, in the HTML. */
export function quotedIn(activity: TchatActivity): string | undefined {
  const stated = (activity.entities ?? []).filter(({ type }) => type === 'quotedReply')
  const previews =
    stated.length > 0
      ? stated.map(({ quotedReply }) => quotedReply?.preview ?? '')
      : quotesIn(activity).map((quote) => (quote.isForwarded ? '' : previewOf(quote)))
  return previews.filter(Boolean).join('\n') || undefined
}

function previewOf({ html }: Quote): string {
  const found = html.matchAll(/<p\s[^<>]*>/gi).find(([tag]) => tag.includes(PREVIEW))
  if (!found) return ''
  const [preview = ''] = html.slice(found.index).split('</p>', 1)
  return wordsOf(preview)
}

/** Marks what the person passes on as a quote: in the text it follows their own words, as if it were theirs. */
export function withForwarded(text: string, activity: TchatActivity): string {
  const forwarded = quotesIn(activity).flatMap((quote) => (quote.isForwarded ? [linesOf(quote.html)] : []))
  return forwarded.reduce(markQuote, text)
}

function markQuote(text: string, lines: readonly string[]): string {
  const found = findIgnoringSpace(text, lines.join(''))
  if (!found) return text
  const [from, to] = found
  const quote = lines.map((line) => `> ${line}`).join('\n')
  return [text.slice(0, from).trim(), quote, text.slice(to).trim()].filter(Boolean).join('\n\n')
}

/** Where a text has those words, whose lines and spaces may be others in it. */
function findIgnoringSpace(text: string, words: string): [from: number, to: number] | null {
  const places = [...text.matchAll(/\S/g)].map(({ index }) => index)
  const squeezed = words.replaceAll(/\s+/g, '')
  const at = squeezed === '' ? -1 : text.replaceAll(/\s+/g, '').lastIndexOf(squeezed)
  const [first, last] = [places[at], places[at + squeezed.length - 1]]
  return first === undefined || last === undefined ? null : [first, last + 1]
}
