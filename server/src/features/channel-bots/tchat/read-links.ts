import type { TchatActivity } from './activity.ts'
import { decodeHtml, htmlOf, wordsOf } from './html-words.ts'
import { withoutReplies } from './read-quotes.ts'

const MAX_LINKS = 50
const MAX_ADDRESS_LENGTH = 2000

type Link = { label: string; address: string }

/**
 * A text with the addresses behind its words, which Teams puts into the message's HTML alone: an address that is pasted becomes
 * the title of its page, and a file that is shared becomes its name.
 */
export function withAddresses(text: string, activity: TchatActivity): string {
  let read = text
  let end = 0
  const unplaced: string[] = []
  for (const { label, address } of htmlOf(activity).flatMap(linksOf).slice(0, MAX_LINKS)) {
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

function linksOf(html: string): Link[] {
  return withoutReplies(html).split(/<a\s/i).slice(1).flatMap(readLink)
}

function readLink(html: string): Link | [] {
  const end = html.indexOf('>')
  if (end < 0) return []
  const [, address = ''] = /href="([^"]*)"/i.exec(html.slice(0, end)) ?? []
  const [label = ''] = html.slice(end + 1).split('</a', 1)
  const link = { label: wordsOf(label), address: decodeHtml(address) }
  return /^https?:\/\//.test(link.address) && link.address.length <= MAX_ADDRESS_LENGTH ? link : []
}

/** The label shows where it leads, as it does where an address is written out. */
const isAddress = (label: string, address: string): boolean => bare(label) === bare(address)

const bare = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
