import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { FoundConversation } from '#contracts/inbox-search.ts'
import { formatMoment, formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { listRowId } from '../list/list-row.tsx'
import { MarkBadge } from '../marks/mark-badge.tsx'
import { inboxMessages } from '../messages.ts'
import type { Place } from '../use-place.ts'

type FoundRowProps = { row: FoundConversation; isOpen: boolean; search: ReturnType<Place['searchFor']> }

/** A conversation with the passage by which it was found. */
export function FoundRow({ row, isOpen, search }: FoundRowProps) {
  const words = useMessages(inboxMessages)
  const language = useLanguage()
  const { user } = useSession()
  const { contact, ai_employee, channel, match } = row
  const at = match.message?.created_at ?? row.last_message_at
  return (
    <li>
      <Link
        to="/inbox"
        search={search}
        id={listRowId(row.id)}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex gap-3 rounded-lg px-2.5 py-2.5 transition-colors focus-visible:-outline-offset-2',
          isOpen ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <Avatar name={contact.display_name} />
        <span className="min-w-0 grow">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 grow truncate text-sm font-medium">{contact.display_name}</span>
            {at && (
              <time
                dateTime={at}
                title={formatMoment(at, language)}
                className="shrink-0 text-2xs text-faint tabular-nums"
              >
                {formatWhen(at, language)}
              </time>
            )}
          </span>
          <span className="line-clamp-3 text-xs wrap-anywhere text-muted">
            {speakerOf(row, words, user.id)}
            <Marked match={match} />
          </span>
          <span className="mt-1 flex items-center gap-1.5 text-2xs text-faint">
            <span className="min-w-0 grow truncate">
              {words.channels[channel]} · {ai_employee.name}
            </span>
            <MarkBadge row={row} />
          </span>
        </span>
      </Link>
    </li>
  )
}

function speakerOf(
  { match: { message }, ai_employee, assigned_user }: FoundConversation,
  words: typeof inboxMessages.en,
  viewerId: string,
): string {
  if (!message || message.role === 'contact') return ''
  if (message.role !== 'operator') return `${ai_employee.name}: `
  if (message.user_id === viewerId) return `${words.you}: `
  return `${assigned_user?.id === message.user_id ? assigned_user?.name : words.colleague}: `
}

function Marked({ match: { excerpt, highlights } }: Pick<FoundConversation, 'match'>) {
  return highlights.map(({ start, end }, index) => (
    <Fragment key={start}>
      {excerpt.slice(highlights[index - 1]?.end ?? 0, start)}
      <mark className="rounded-xs bg-warning-soft font-medium text-warning">{excerpt.slice(start, end)}</mark>
      {index === highlights.length - 1 && excerpt.slice(end)}
    </Fragment>
  ))
}
