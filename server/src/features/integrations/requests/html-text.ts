import { decodeHTML } from 'entities/decode'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { joinPieces, type Piece, tableText } from './html-table.ts'

/** More of a message is mostly layout, and nobody else's work waits for it. */
const MAX_CHARACTERS = 500_000
const MAX_ADDRESS_LENGTH = 500
const STEP_BATCH_SIZE = 2000

type Tag = { name: string; closes: boolean; attributes: ReadonlyMap<string, string>; end: number }

const RAW = new Set(['script', 'style', 'title', 'textarea', 'iframe', 'noembed', 'noframes', 'xmp'])
const DROPPED = new Set(['template', 'svg', 'math', 'object', 'select', 'noscript'])
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|max-height|opacity)\s*:\s*(?:0+(?:\.0*)?|\.0+)(?![.\d])|mso-hide\s*:\s*all/i

/**
 * What a person would read of a page that someone else wrote: no scripts, no styles, nothing that is hidden, links with their
 * addresses. Every step goes forward, so that no page takes longer than its length.
 */
export async function htmlText(page: string): Promise<string> {
  const html = page.slice(0, MAX_CHARACTERS)
  const pieces: Piece[] = []
  const tables: { from: number; isInnermost: boolean }[] = []
  let hidden: { name: string; depth: number } | null = null
  let link: { address: string; from: number } | null = null
  let preformatted = 0
  const put = (piece: Piece) => void (hidden || pieces.push(piece))

  let steps = 0
  for (let at = 0; at < html.length; ) {
    if (++steps % STEP_BATCH_SIZE === 0) await yieldToEventLoop()
    if (html[at] !== '<') {
      const next = html.indexOf('<', at)
      const end = next === -1 ? html.length : next
      const text = decodeHTML(html.slice(at, end))
      put(preformatted > 0 ? text : text.replaceAll(/\s+/g, ' '))
      at = end
      continue
    }
    if (/[!?]/.test(html[at + 1] ?? '')) {
      at = endOfComment(html, at)
      continue
    }
    const tag = readTag(html, at)
    if (!tag) {
      put('<')
      at++
      continue
    }
    at = tag.end
    const { name, closes } = tag
    if (RAW.has(name) && !closes) {
      at = endOfRaw(html, at, name)
      continue
    }
    if (hidden) {
      if (name === hidden.name) hidden.depth += closes ? -1 : 1
      if (hidden.depth === 0) hidden = null
      continue
    }
    if (!closes && !VOID.has(name) && (DROPPED.has(name) || isHidden(tag))) {
      hidden = { name, depth: 1 }
      continue
    }
    if (name === 'a') {
      if (link) put(addressAfter(link.address, joinPieces(pieces.slice(link.from))))
      link = closes ? null : { address: tag.attributes.get('href') ?? '', from: pieces.length }
    }
    if (name === 'pre') preformatted = Math.max(0, preformatted + (closes ? -1 : 1))
    if (name === 'table' && closes) {
      const table = tables.pop()
      if (table?.isInnermost) pieces.push(tableText(pieces.splice(table.from)))
    } else if (name === 'table') {
      for (const outer of tables.slice(-1)) outer.isInnermost = false
      tables.push({ from: pieces.length, isInnermost: true })
    }
    put(layoutOf(tag))
  }
  return tidy(joinPieces(pieces))
}

function layoutOf({ name, closes, attributes }: Tag): Piece {
  if (name === 'br') return '\n'
  if (name === 'img') return attributes.get('alt') ? ` [${attributes.get('alt')}] ` : ''
  if (name === 'tr' && !closes) return { begins: 'row' }
  if (name === 'td' || name === 'th') {
    if (closes) return ''
    return { begins: 'cell', columns: spanOf(attributes.get('colspan')), rows: spanOf(attributes.get('rowspan')) }
  }
  if (name === 'li' && !closes) return '\n- '
  return BLOCKS.has(name) ? '\n' : ''
}

const spanOf = (span: string | undefined): number =>
  /^\s*[1-9]\d{0,3}/.test(span ?? '') ? Number.parseInt(span ?? '', 10) : 1

function addressAfter(address: string, text: string): string {
  const shown = address.trim().slice(0, MAX_ADDRESS_LENGTH)
  if (!/^(?:https?|mailto|tel):/i.test(shown) || text.includes(shown.replace(/^(?:mailto|tel):/i, ''))) return ''
  return ` (${shown}) `
}

const isHidden = ({ attributes }: Tag) => attributes.has('hidden') || HIDING.test(attributes.get('style') ?? '')

function endOfComment(html: string, at: number): number {
  const end = html.startsWith('<!--', at) ? /--!?>/g : />/g
  end.lastIndex = at + 2
  return end.test(html) ? end.lastIndex : html.length
}

function endOfRaw(html: string, at: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, 'gi')
  closing.lastIndex = at
  return closing.test(html) ? closing.lastIndex : html.length
}

const KEPT = new Set(['href', 'alt', 'hidden', 'style', 'colspan', 'rowspan'])

function readTag(html: string, at: number): Tag | null {
  const opening = /<(\/?)([a-z][^\s/>]*)/iy
  opening.lastIndex = at
  const found = opening.exec(html)
  if (!found) return null
  const attributes = new Map<string, string>()
  const attribute = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?)/y
  attribute.lastIndex = opening.lastIndex
  let end = opening.lastIndex
  for (let match = attribute.exec(html); match; match = attribute.exec(html)) {
    end = attribute.lastIndex
    const name = match[1]?.slice(0, 20).toLowerCase() ?? ''
    if (KEPT.has(name) && !attributes.has(name))
      attributes.set(name, decodeHTML(unquoted(match[2] ?? '')).slice(0, 2000))
  }
  const close = html.indexOf('>', end)
  const name = (found[2] ?? '').slice(0, 40).toLowerCase()
  return { name, closes: found[1] === '/', attributes, end: close === -1 ? html.length : close + 1 }
}

const unquoted = (value: string) => (/^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value)

/** No run of empty lines, and none of spaces. */
function tidy(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.split(/\s+/).filter(Boolean).join(' '))
  const kept = lines.filter((line, at) => line !== '' || (lines[at - 1] ?? '') !== '')
  return kept.join('\n').trim()
}
