/** How Microsoft Graph writes messages, and reads filters, searches and selections of fields. */
import { addressOf, type File, includes, type Kept, nameOf } from './mail-store.ts'
import { ApiRefused } from './serve-api.ts'

const person = (text: string) => ({ emailAddress: { name: nameOf(text) || addressOf(text), address: addressOf(text) } })

export const present = (message: Kept) => ({
  id: message.id,
  conversationId: message.thread,
  subject: message.subject,
  bodyPreview: (message.text ?? message.html ?? '').replaceAll(/<[^>]*>/g, ' ').slice(0, 255),
  receivedDateTime: message.date.toISOString().replace('.000', ''),
  isRead: !message.unread,
  hasAttachments: message.attachments.length > 0,
  from: person(message.from),
  toRecipients: message.to.map(person),
  ccRecipients: message.cc.map(person),
  replyTo: message.reply_to.map(person),
  body:
    message.html === null
      ? { contentType: 'text', content: message.text ?? '' }
      : { contentType: 'html', content: message.html },
})

export const fileAt = ({ attachments }: Kept, id = ''): [File, number] => {
  const at = Number(id.replace('AAMk', ''))
  const file = attachments[at]
  if (!file) throw new ApiRefused(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
  return [file, at]
}
export const asAttachment = ({ name, type, bytes }: File, at: number) => ({
  '@odata.type': '#microsoft.graph.fileAttachment',
  id: `AAMk${at}`,
  name,
  contentType: type,
  size: bytes.length,
  isInline: false,
})

export function selected(value: Record<string, unknown>, query: URLSearchParams) {
  const fields = query.get('$select')?.split(',')
  const unknown = fields?.find((field) => !(field in value))
  if (unknown) throw new ApiRefused(400, 'RequestBroker--ParseUri', `Could not find a property named '${unknown}'`)
  return fields ? Object.fromEntries(fields.map((field) => [field, value[field]])) : value
}

/** The conditions that it knows; what is ordered by must come first. */
export function readFilter(filter: string | null, order: string | null): (message: Kept) => boolean {
  if (order !== null && order !== 'receivedDateTime desc') throw new ApiRefused(400, 'BadRequest', 'Cannot order so')
  if (filter === null) return () => true
  if (order !== null && !filter.startsWith('receivedDateTime '))
    throw new ApiRefused(400, 'InefficientFilter', 'The restriction or sort order is too complex for this operation.')
  const tests = filter.split(' and ').map((condition): ((message: Kept) => boolean) => {
    const [, field, operator, value = ''] = /^(\w+) (eq|ge|lt) (.+)$/.exec(condition) ?? []
    if (field === 'receivedDateTime' && operator === 'ge') return ({ date }) => date >= new Date(value)
    if (field === 'receivedDateTime' && operator === 'lt') return ({ date }) => date < new Date(value)
    if (field === 'isRead' && operator === 'eq') return ({ unread }) => String(!unread) === value
    if (field === 'hasAttachments' && operator === 'eq')
      return ({ attachments }) => String(attachments.length > 0) === value
    if (field === 'conversationId' && /^'(?:[^']|'')*'$/.test(value))
      return ({ thread }) => thread === value.slice(1, -1)
    throw new ApiRefused(400, 'BadRequest', `Invalid filter clause: ${condition}`)
  })
  return (message) => tests.every((test) => test(message))
}

/** A search is in quotes, with those inside it escaped. */
export function readSearch(search: string): (message: Kept) => boolean {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(search))
    throw new ApiRefused(400, 'BadRequest', 'Syntax error: character is not valid')
  const terms = search.slice(1, -1).replaceAll(/\\(.)/g, '$1').split(' AND ')
  const tests = terms.map((term): ((message: Kept) => boolean) => {
    const [, field = '', value = ''] = /^(?:(from|to|subject):)?"([^"]*)"$/.exec(term) ?? []
    if (field === 'from') return ({ from }) => includes(from, value)
    if (field === 'to') return ({ to }) => to.some((each) => includes(each, value))
    if (field === 'subject') return ({ subject }) => includes(subject, value)
    const [, way, day = ''] = /^received(>=|<=)(\d{4}-\d\d-\d\d)$/.exec(term) ?? []
    if (way) return ({ date }) => (way === '>=' ? date.toISOString() >= day : date.toISOString().slice(0, 10) <= day)
    if (value === '') throw new ApiRefused(400, 'BadRequest', `Syntax error in ${term}`)
    return ({ subject, text, html }) => [subject, text, html].some((each) => includes(each, value))
  })
  return (message) => tests.every((test) => test(message))
}
