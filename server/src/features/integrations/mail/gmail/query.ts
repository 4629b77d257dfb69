import type { MessageQuery } from '../mailbox.ts'

const labels: Record<string, string> = { inbox: 'INBOX', sent: 'SENT', drafts: 'DRAFT', trash: 'TRASH', spam: 'SPAM' }

/** In quotes nothing is an operator, and a quote within would end them. */
const quoted = (text: string) => `"${text.replaceAll('"', ' ').trim()}"`
const words = (text: string) => text.replaceAll('"', ' ').split(/\s+/).filter(Boolean)
const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** What is looked for, in the words of Gmail's search. */
export function gmailQuery({ from, to, subject, text, after, before, unread, has_attachments }: MessageQuery): string {
  return [
    from && `from:${quoted(from)}`,
    to && `to:${quoted(to)}`,
    ...words(subject ?? '').map((word) => `subject:${quoted(word)}`),
    ...words(text ?? '').map(quoted),
    after && `after:${seconds(after)}`,
    before && `before:${seconds(before)}`,
    unread !== undefined && `${unread ? '' : '-'}is:unread`,
    has_attachments !== undefined && `${has_attachments ? '' : '-'}has:attachment`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function labelQuery({ folder }: MessageQuery) {
  if (folder === undefined) return {}
  const label = labels[folder.toLowerCase()] ?? folder
  return { labelIds: [label], ...(['TRASH', 'SPAM'].includes(label) && { includeSpamTrash: true }) }
}
