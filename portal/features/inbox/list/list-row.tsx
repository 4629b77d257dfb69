import { Clock, Phone } from 'lucide-react'
import { memo } from 'react'
import type { InboxConversation } from '#contracts/inbox.ts'
import { stripMarkdown } from '#contracts/strip-markdown.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { channelNames } from '../../channels/messages.ts'
import { partnerOf } from '../../conversation/partner-of.ts'
import { LabelChip } from '../../labels/label-chip.tsx'
import { MarkBadge } from '../marks/mark-badge.tsx'
import { inboxMessages } from '../messages.ts'
import { ViewerAvatars } from '../presence/viewer-avatars.tsx'
import type { InboxLocation } from '../use-inbox-location.ts'
import { RowLink } from './row-link.tsx'
import { speakerOf } from './speaker-of.ts'
import { useNow } from './use-now.ts'
import { waitedFor } from './waited.ts'

type ListRowProps = { row: InboxConversation; isOpen: boolean; search: ReturnType<InboxLocation['searchFor']> }

export const ListRow = memo(
  function ListRow({ row, isOpen, search }: ListRowProps) {
    const words = useMessages(inboxMessages)
    const namesOfChannels = useMessages(channelNames)
    const { user } = useSession()
    const { ai_employee, assigned_user, assigned_user_id, last_message, last_message_at, status } = row
    const isMine = assigned_user_id === user.id
    const owner = isMine ? words.you : (assigned_user?.name ?? words.somebody)
    const isEscalated = assigned_user_id === null && status === 'waiting_for_operator'
    return (
      <li className="[contain-intrinsic-block-size:4.75rem] [content-visibility:auto]">
        <RowLink
          conversationId={row.id}
          search={search}
          isOpen={isOpen}
          contact={partnerOf(row)}
          at={last_message_at}
          beside={<ViewerAvatars conversationId={row.id} />}
        >
          <span className="block truncate text-xs text-muted">
            {last_message && wordsOf(row, last_message, words, user.id)}
          </span>
          <span className="mt-1 flex items-center gap-1.5 text-2xs text-faint">
            <span className="min-w-0 truncate">{namesOfChannels[row.channel]}</span>
            <span aria-hidden>·</span>
            <span className={classNames('min-w-0 grow truncate', isMine && 'font-medium text-accent')}>
              {assigned_user_id ? words.with(ai_employee.name, owner) : ai_employee.name}
            </span>
            {row.call && (
              <span className="inline-flex shrink-0 items-center gap-1 font-medium text-positive">
                <Phone aria-hidden className="size-3" />
                {words.onCall}
              </span>
            )}
            <MarkBadge row={row} />
            {row.unanswered_since && <Waits since={row.unanswered_since} />}
            {isEscalated && !row.unanswered_since && <span className="text-warning">{words.escalated}</span>}
          </span>
          {row.labels.length > 0 && (
            <span className="mt-1.5 flex flex-wrap gap-1">
              {row.labels.map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </span>
          )}
        </RowLink>
      </li>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.isOpen === after.isOpen &&
    JSON.stringify(before.search) === JSON.stringify(after.search),
)

/** The last words, with their author unless it was the contact. */
function wordsOf(
  row: InboxConversation,
  message: NonNullable<InboxConversation['last_message']>,
  words: typeof inboxMessages.en,
  viewerId: string,
): string {
  const { role, content, has_attachments } = message
  // What a person wrote is shown as it was written, like in the conversation.
  const isPlain = role === 'contact' || role === 'operator'
  const text = (isPlain ? content : stripMarkdown(content)).trim() || (has_attachments ? words.file : '')
  return speakerOf(row, message, words, viewerId) + text
}

/** How long the contact has waited for a person, counted on. */
function Waits({ since }: { since: string }) {
  const words = useMessages(inboxMessages)
  const language = useLanguage()
  const time = waitedFor(since, useNow(), language)
  return (
    <span
      title={words.waitsSince(formatMoment(since, language))}
      className="inline-flex shrink-0 items-center gap-1 rounded-full bg-warning-soft px-1.5 font-medium text-warning tabular-nums"
    >
      <Clock aria-hidden className="size-3" />
      <span className="sr-only">{words.waits}</span>
      {time ?? words.underMinute}
    </span>
  )
}
