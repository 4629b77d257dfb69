import { Fragment } from 'react'
import type { FoundConversation } from '#contracts/inbox-search.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { channelNames } from '../../channels/messages.ts'
import { partnerOf } from '../../conversation/partner-of.ts'
import { RowLink } from '../list/row-link.tsx'
import { speakerOf } from '../list/speaker-of.ts'
import { MarkBadge } from '../marks/mark-badge.tsx'
import { inboxMessages } from '../messages.ts'
import type { InboxLocation } from '../use-inbox-location.ts'

type FoundRowProps = { row: FoundConversation; isOpen: boolean; search: ReturnType<InboxLocation['searchFor']> }

/** A conversation with the passage by which it was found. */
export function FoundRow({ row, isOpen, search }: FoundRowProps) {
  const words = useMessages(inboxMessages)
  const namesOfChannels = useMessages(channelNames)
  const { user } = useSession()
  const { ai_employee, channel, match } = row
  return (
    <li>
      <RowLink
        conversationId={row.id}
        search={search}
        isOpen={isOpen}
        contact={partnerOf(row)}
        at={match.message?.created_at ?? row.last_message_at}
      >
        <span className="line-clamp-3 text-xs wrap-anywhere text-muted">
          {match.message && speakerOf(row, match.message, words, user.id)}
          <Marked match={match} />
        </span>
        <span className="mt-1 flex items-center gap-1.5 text-2xs text-faint">
          <span className="min-w-0 grow truncate">
            {namesOfChannels[channel]} · {ai_employee.name}
          </span>
          <MarkBadge row={row} />
        </span>
      </RowLink>
    </li>
  )
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
