import type { TchatActivity } from './activity.ts'

const MAX_LINKS = 50
const MAX_ADDRESS_LENGTH = 2000

type Link = { label: string; address: string }

/**
 * A text with the addresses behind its words, which Teams puts into the message's HTML alone: an address that is pasted becomes
 * the title of its page, and a file that is shared becomes its name.
 */
export function withAddresses(text: string, { attachments = [] }: TchatActivity): string {
  let read = text
  let end = 0
  const unplaced: string[] = []
  for (const { label, address } of attachments.flatMap(linksOf).slice(0, MAX_LINKS)) {
    if (read.includes(address) || isAddress(label, address)) continue
    const at = label === '' ? -1 : read.indexOf(label, end)
    if (at < 0) {
      unplaced.push(address)
      continue
    }
    const shown = `${label} (${address})`
    end = at + shown.length
    read = read.slice(0, at) + shown + read.slice(at + label.length)
  }
  return [read, ...new Set(unplaced)].filter(Boolean).join('\n')
}

/** The words of a message that has them in its HTML alone, each paragraph on a line of its own. */
export const htmlWords = ({ attachments = [] }: TchatActivity): string =>
  attachments
    .flatMap(({ contentType, content }) =>
      contentType === 'text/html' && typeof content === 'string' ? [content] : [],
    )
    .flatMap((html) => withoutQuotes(html).split(/<\/(?:p|div|li|tr|h[1-6]|pre)>|<br\s?\/?>/i))
    .map(wordsOf)
    .filter(Boolean)
    .join('\n')

function linksOf({ contentType, content }: NonNullable<TchatActivity['attachments']>[number]): Link[] {
  if (contentType !== 'text/html' || typeof content !== 'string') return []
  return withoutQuotes(content).split(/<a\s/i).slice(1).flatMap(readLink)
}

/** Without a message that is quoted. */
function withoutQuotes(html: string): string {
  const [before = '', ...rest] = html.split('<blockquote')
  return [before, ...rest.map((part) => part.split('</blockquote>').slice(1).join(''))].join('')
}

function readLink(html: string): Link | [] {
  const end = html.indexOf('>')
  if (end < 0) return []
  const [, address = ''] = /href="([^"]*)"/i.exec(html.slice(0, end)) ?? []
  const [label = ''] = html.slice(end + 1).split('</a', 1)
  const link = { label: wordsOf(label), address: decode(address) }
  return /^https?:\/\//.test(link.address) && link.address.length <= MAX_ADDRESS_LENGTH ? link : []
}

/** The label shows where it leads, as it does where an address is written out. */
const isAddress = (label: string, address: string): boolean => bare(label) === bare(address)

const bare = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '')

const wordsOf = (html: string): string =>
  decode(html.replaceAll(/<[^<>]*(?:>|$)/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
}

const decode = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
