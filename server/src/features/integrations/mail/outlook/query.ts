import type { MessageBrief, MessageQuery } from '../mailbox.ts'

const folders: Record<string, string> = {
  inbox: 'inbox',
  sent: 'sentitems',
  drafts: 'drafts',
  trash: 'deleteditems',
  spam: 'junkemail',
}

export const folderId = (folder: string): string => folders[folder.toLowerCase()] ?? folder

/** In quotes nothing is an operator, and a quote within would end them. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, ' ').trim()}"`
const words = (text: string | undefined) => (text ?? '').replaceAll(/["\\]/g, ' ').split(/\s+/).filter(Boolean)

/**
 * Words are looked for by a search, which takes neither a filter nor an order; without words it is the other way round. What a
 * search cannot say is looked at again in what it finds (`fitsQuery`).
 */
export function outlookQuery(query: MessageQuery) {
  const { from, to, subject, text, after, before } = query
  const terms = [
    from && `from:${quoted(from)}`,
    to && `to:${quoted(to)}`,
    ...words(subject).map((word) => `subject:${quoted(word)}`),
    ...words(text).map(quoted),
  ].filter(Boolean)
  if (terms.length === 0) return filtering(query)
  const days = [after && `received>=${dayOf(after)}`, before && `received<=${dayOf(before)}`].filter(Boolean)
  const search = [...terms, ...days].join(' AND ')
  return { $search: `"${search.replaceAll(/["\\]/g, '\\$&')}"` }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** What a list is ordered by must come first in its filter. */
function filtering({ after, before, unread, has_attachments }: MessageQuery) {
  const conditions = [
    before && `receivedDateTime lt ${before.toISOString()}`,
    unread !== undefined && `isRead eq ${!unread}`,
    has_attachments !== undefined && `hasAttachments eq ${has_attachments}`,
  ].filter(Boolean)
  const $orderby = 'receivedDateTime desc'
  if (!after && conditions.length === 0) return { $orderby }
  const first = `receivedDateTime ge ${(after ?? new Date(0)).toISOString()}`
  return { $orderby, $filter: [first, ...conditions].join(' and ') }
}

export function fitsQuery({ date, unread, has_attachments }: MessageBrief, query: MessageQuery): boolean {
  if (query.unread !== undefined && query.unread !== unread) return false
  if (query.has_attachments !== undefined && query.has_attachments !== has_attachments) return false
  const time = Date.parse(date)
  return !(query.after && time < query.after.getTime()) && !(query.before && time >= query.before.getTime())
}
