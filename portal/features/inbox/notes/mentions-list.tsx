import { Link } from '@tanstack/react-router'
import { AtSign } from 'lucide-react'
import type { Mention } from '#contracts/notes.ts'
import { formatMoment, formatWhen } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import type { InboxLocation } from '../use-inbox-location.ts'
import { noteMessages } from './messages.ts'
import { useMentions } from './use-mentions.ts'

/** Where one is mentioned, in the place of the conversations. */
export function MentionsList({ location }: { location: InboxLocation }) {
  const words = useMessages(noteMessages)
  const query = useMentions()
  const mentions = query.data?.mentions
  if (!mentions && query.isError) return <LoadFailed title={words.mentionsFailed} query={query} />
  if (!mentions)
    return (
      <div className="flex grow items-center justify-center text-faint">
        <Spinner label={words.loading} />
      </div>
    )
  if (mentions.length === 0)
    return <EmptyState icon={<AtSign aria-hidden />} title={words.none} text={words.noneText} />
  return (
    <div className="min-h-0 grow overflow-y-auto border-t border-line p-1.5">
      <ul aria-label={words.mentions} className="space-y-px">
        {mentions.map((mention) => (
          <Row key={mention.id} mention={mention} location={location} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="flex justify-center py-2">
          <Button size="small" look="quiet" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </div>
  )
}

type RowProps = { mention: Mention; location: InboxLocation }

function Row({ mention: { note, conversation, read_at, created_at }, location }: RowProps) {
  const words = useMessages(noteMessages)
  const language = useLanguage()
  const author = note.author?.name ?? words.somebody
  const isOpen = conversation.id === location.conversation
  return (
    <li>
      <Link
        to="/inbox"
        search={location.searchFor({ conversation: conversation.id })}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex gap-3 rounded-lg px-2.5 py-2.5 transition-colors focus-visible:-outline-offset-2',
          isOpen ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <Avatar name={author} picture={note.author?.picture ?? null} />
        <span className="min-w-0 grow">
          <span className="flex items-baseline gap-2">
            <span className={classNames('min-w-0 grow truncate text-sm', read_at ? 'font-medium' : 'font-semibold')}>
              {words.mentionedBy(author)}
            </span>
            <time
              dateTime={created_at}
              title={formatMoment(created_at, language)}
              className="shrink-0 text-2xs text-faint tabular-nums"
            >
              {formatWhen(created_at, language)}
            </time>
          </span>
          <span className="line-clamp-2 text-xs wrap-anywhere text-muted">{note.content}</span>
          <span className="mt-1 block truncate text-2xs text-faint">
            {[conversation.contact.display_name, conversation.ai_employee.name].join(' · ')}
          </span>
        </span>
        {!read_at && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{words.isUnread}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
