import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { MIN_SEARCH_LENGTH } from '#contracts/inbox-names.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { NextPage } from '../../page-parts/next-page.tsx'
import { inboxMessages } from '../messages.ts'
import type { InboxLocation } from '../use-inbox-location.ts'
import { FoundRow } from './found-row.tsx'
import type { ConversationSearch } from './use-conversation-search.ts'

/** In the place of the list, for as long as something is looked for. */
export function SearchResults({ location, search }: { location: InboxLocation; search: ConversationSearch }) {
  const words = useMessages(inboxMessages)
  const { isLongEnough, query, found, isTruncated } = search
  if (!isLongEnough) return <Note>{words.searchTooShort(MIN_SEARCH_LENGTH)}</Note>
  if (query.isError && !query.data) return <LoadFailed title={words.searchFailed} query={query} />
  if (!query.data)
    return (
      <Note>
        <Spinner label={words.searching} />
      </Note>
    )
  if (found.length === 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={words.nothingFound}
        text={isTruncated ? words.foundTruncated : words.nothingFoundText}
      />
    )
  return (
    <>
      <ul aria-label={words.found} className="space-y-px">
        {found.map((row) => (
          <FoundRow
            key={row.id}
            row={row}
            isOpen={row.id === location.conversation}
            search={location.searchFor({ conversation: row.id, message: row.match.message?.id })}
          />
        ))}
      </ul>
      <NextPage query={query} />
      {isTruncated && <Note>{words.foundTruncated}</Note>}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-3 text-xs text-pretty text-muted">{children}</div>
}
