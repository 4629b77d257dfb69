import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { fromMatch } from '../../../lib/passage.ts'
import { Button } from '../../../ui/button.tsx'
import { Option } from '../../../ui/option.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Options } from '../../../ui/use-options.ts'
import { Highlighted } from '../../page-parts/highlighted.tsx'
import { ChatMark } from './chat-mark.tsx'
import { historyMessages } from './messages.ts'
import { titleOf } from './use-chat-changes.ts'
import { type Found, minSearchLength, type useChatSearch } from './use-chat-search.ts'

type SearchResultsProps = {
  search: ReturnType<typeof useChatSearch>
  list: Options<Found>
  onOpen: (found: Found) => void
}

export function SearchResults({ search: { wanted, isLongEnough, query }, list, onOpen }: SearchResultsProps) {
  const words = useMessages(historyMessages)
  const found = query.data?.data
  if (!isLongEnough) return <Note>{words.tooShort(minSearchLength)}</Note>
  if (query.isError)
    return (
      <div role="alert" className="px-4 py-2 text-xs text-muted">
        {words.searchFailed}
        <Button size="small" busy={query.isFetching} onClick={() => query.refetch()} className="mt-2 flex">
          {words.retry}
        </Button>
      </div>
    )
  if (!found)
    return (
      <Note>
        <Spinner label={words.searching} />
      </Note>
    )
  if (found.length === 0) return <Note>{words.nothingFound}</Note>
  return (
    <div role="listbox" id={list.listId} aria-label={words.found} className="min-h-0 grow overflow-y-auto px-2 pb-2">
      {found.map((each) => (
        <Option
          key={each.id}
          list={list}
          item={each}
          onChoose={onOpen}
          className="cursor-pointer items-start! gap-2.5 rounded-lg px-2 py-1.5"
        >
          <ChatMark chat={each} />
          <span className="min-w-0 grow">
            <span className="block truncate text-sm">
              <Highlighted text={titleOf(each, words.untitled)} wanted={wanted} />
            </span>
            {each.match.source === 'message' && (
              <span className="line-clamp-2 text-xs wrap-anywhere text-muted">
                <Highlighted text={fromMatch(each.match.excerpt, wanted)} wanted={wanted} />
              </span>
            )}
            <span className="block truncate text-2xs text-faint">{each.ai_employee.name}</span>
          </span>
        </Option>
      ))}
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <div className="px-4 py-2 text-xs text-muted">{children}</div>
}
