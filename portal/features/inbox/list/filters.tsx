import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { InboxConversation, InboxCounts } from '#contracts/inbox.ts'
import { CHANNEL_CATEGORIES, INBOX_FILTERS } from '#contracts/inbox-names.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/select.tsx'
import { withoutHidden } from '../../inbox-counts/counts.ts'
import { useCounts } from '../../inbox-counts/use-counts.ts'
import { useTeammates } from '../../teammates/use-teammates.ts'
import { LabelFilter } from '../labels/label-filter.tsx'
import { MarkFilter } from '../marks/mark-filter.tsx'
import { inboxMessages } from '../messages.ts'
import type { InboxLocation } from '../use-inbox-location.ts'

const everyone = 'all'
const choices = [null, ...INBOX_FILTERS] as const

type FiltersProps = {
  location: InboxLocation
  /** What the list leaves out, because the viewer has closed or snoozed it. */
  hidden?: readonly InboxConversation[]
}

/** Whose conversations are listed: who has them, on which channels, with which teammate. */
export function Filters({ location, hidden = [] }: FiltersProps) {
  const words = useMessages(inboxMessages)
  const { scope } = location
  const { user } = useSession()
  const { data } = useCounts(scope)
  const counts = data && withoutHidden(data, hidden, scope, user.id)
  return (
    <div className="shrink-0 space-y-2 border-b border-line px-3 pb-3">
      <nav aria-label={words.filter}>
        <ul className="grid grid-cols-3 gap-1">
          {choices.map((filter, index) => (
            <li key={filter ?? everyone}>
              <Link
                to="/inbox"
                search={location.searchFor({ filter })}
                aria-current={scope.filter === filter ? 'true' : undefined}
                aria-keyshortcuts={String(index)}
                // Otherwise the router marks each link as current whose address is a prefix of the page's.
                activeOptions={{ exact: true }}
                title={words.filterHint(words.filterMeanings[filter ?? everyone], index)}
                className={classNames(
                  'flex h-8 items-center gap-1.5 rounded-lg px-2 text-xs transition-colors pointer-coarse:h-10',
                  scope.filter === filter
                    ? 'bg-selected font-medium text-ink'
                    : 'text-muted hover:bg-hover hover:text-ink',
                )}
              >
                <span className="min-w-0 grow truncate">{words.filters[filter ?? everyone]}</span>
                {counts && <Count filter={filter} counts={counts} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ScopeFilters location={location}>
        <MarkFilter location={location} />
        <LabelFilter location={location} />
      </ScopeFilters>
    </div>
  )
}

/** On which channels, and with which teammate. */
export function ScopeFilters({ location: { scope, go }, children }: { location: InboxLocation; children?: ReactNode }) {
  const words = useMessages(inboxMessages)
  // Nobody looks after chats with a personal assistant.
  const teammates = useTeammates().data?.filter(({ is_personal_assistant }) => !is_personal_assistant) ?? []
  return (
    <div className="grid grid-cols-[4fr_5fr] gap-2">
      <Select
        label={words.category}
        isLabelHidden
        value={scope.category}
        options={CHANNEL_CATEGORIES.map((value) => ({ value, label: words.categories[value] }))}
        onChange={(category) => go({ category })}
      />
      <Select
        label={words.teammate}
        isLabelHidden
        value={scope.teammate ?? everyone}
        options={[
          { value: everyone, label: words.allTeammates },
          ...teammates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => go({ teammate: id === everyone ? null : id })}
      />
      {children}
    </div>
  )
}

function Count({ filter, counts }: { filter: (typeof choices)[number]; counts: InboxCounts }) {
  const count = filter === null ? counts.my + counts.human + counts.ai : counts[filter]
  // Someone waits in these two.
  const isUrgent = (filter === 'waiting' || filter === 'escalated') && count > 0
  return (
    <span
      className={classNames(
        'shrink-0 text-2xs tabular-nums',
        isUrgent ? 'rounded-full bg-warning-soft px-1.5 font-semibold text-warning' : 'font-normal text-faint',
      )}
    >
      {count}
    </span>
  )
}
