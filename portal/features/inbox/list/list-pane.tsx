import type { KeyboardEvent } from 'react'
import type { InboxConversation } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { InViewSentinel } from '../../../ui/in-view-sentinel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailed } from '../../page-parts/load-failed.tsx'
import { NavigationButton } from '../../shell/navigation.tsx'
import { MarkedList, type useMarked } from '../marks/marked-list.tsx'
import { NoneOpen } from '../marks/none-open.tsx'
import { inboxMessages } from '../messages.ts'
import { MentionsButton } from '../notes/mentions-button.tsx'
import { MentionsList } from '../notes/mentions-list.tsx'
import { noteMessages } from '../notes/messages.ts'
import { SearchBox } from '../search/search-box.tsx'
import { SearchResults } from '../search/search-results.tsx'
import type { ConversationSearch } from '../search/use-conversation-search.ts'
import type { InboxLocation } from '../use-inbox-location.ts'
import { EmptyList } from './empty-list.tsx'
import { Filters, ScopeFilters } from './filters.tsx'
import { ListRow } from './list-row.tsx'
import type { useList } from './use-list.ts'

type ListPaneProps = {
  location: InboxLocation
  list: ReturnType<typeof useList>
  /** What of it is open. */
  open: InboxConversation[] | undefined
  marked: ReturnType<typeof useMarked>
  search: ConversationSearch
  onStep: (step: 1 | -1) => void
}

/** The conversations, or where one is mentioned. */
export function ListPane(props: ListPaneProps) {
  const words = useMessages(inboxMessages)
  const notes = useMessages(noteMessages)
  const { location } = props
  const { isMentions } = location
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 px-3">
        <NavigationButton />
        <h1 className="px-1 text-sm font-semibold">{isMentions ? notes.mentions : words.title}</h1>
        {!isMentions && <SearchBox location={location} />}
        <MentionsButton location={location} />
      </header>
      {isMentions ? <MentionsList location={location} /> : <Conversations {...props} />}
    </>
  )
}

/** The conversations, the latest first, under what they are filtered by. */
function Conversations({ location, list, open, marked, search, onStep }: ListPaneProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onStep(event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <>
      {search.isOn ? (
        <>
          <div className="shrink-0 border-b border-line px-3 pb-3">
            <ScopeFilters location={location} />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links in it */}
          <div onKeyDown={onKeyDown} className="min-h-0 grow overflow-y-auto p-1.5">
            <SearchResults location={location} search={search} />
          </div>
        </>
      ) : (
        <Listed location={location} list={list} open={open} marked={marked} onKeyDown={onKeyDown} />
      )}
    </>
  )
}

type ListedProps = Omit<ListPaneProps, 'search' | 'onStep'> & { onKeyDown: (event: KeyboardEvent) => void }

function Listed({ location, list: { query, more }, open, marked, onKeyDown }: ListedProps) {
  const words = useMessages(inboxMessages)
  const { scope, conversation, mark } = location
  const entries = query.data?.entries
  if (mark)
    return (
      <>
        <Filters location={location} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links in it */}
        <div onKeyDown={onKeyDown} className="flex min-h-0 grow flex-col overflow-y-auto p-1.5">
          <MarkedList location={location} mark={mark} marked={marked} />
        </div>
      </>
    )
  const hidden = entries?.filter((row) => !open?.includes(row))
  return (
    <>
      <Filters location={location} {...(hidden && { hidden })} />
      {!entries && !query.isError && <Waiting label={words.loading} />}
      {!entries && query.isError && <LoadFailed title={words.loadFailed} query={query} />}
      {entries?.length === 0 && <EmptyList scope={scope} />}
      {entries && entries.length > 0 && open?.length === 0 && !query.data?.hasMore && (
        <NoneOpen location={location} hidden={hidden ?? []} />
      )}
      {entries && entries.length > 0 && (open?.length !== 0 || query.data?.hasMore) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links in it
        <div onKeyDown={onKeyDown} className="min-h-0 grow overflow-y-auto p-1.5">
          <ul aria-label={words.conversations} aria-keyshortcuts="J K" className="space-y-px">
            {open?.map((row) => (
              <ListRow
                key={row.id}
                row={row}
                isOpen={row.id === conversation}
                search={location.searchFor({ conversation: row.id })}
              />
            ))}
          </ul>
          {query.data?.hasMore && (
            <div className="flex h-10 items-center justify-center text-xs text-faint">
              {!more.isPending && !more.isError && <InViewSentinel key={entries.length} onReached={more.load} />}
              {more.isPending && <Spinner label={words.loading} />}
              {more.isError && (
                <Button size="small" look="quiet" onClick={more.load}>
                  {words.moreFailed}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="animate-[fade_200ms_200ms_both] space-y-1 p-1.5">
      <span className="sr-only">{label}</span>
      {['w-24', 'w-32', 'w-20', 'w-28', 'w-16'].map((width) => (
        <div key={width} className="flex gap-3 px-2.5 py-2.5">
          <Skeleton className="size-8 rounded-full" />
          <div className="grow space-y-2 pt-1">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-3" />
          </div>
        </div>
      ))}
    </div>
  )
}
