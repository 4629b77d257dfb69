import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Search, SquarePen } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { Input } from '../../../ui/input.tsx'
import { useOptions } from '../../../ui/use-options.ts'
import { newChat } from '../thread/new-chat.ts'
import { useDefaultTeammate } from '../use-default-teammate.ts'
import { HistoryList } from './history-list.tsx'
import { historyMessages } from './messages.ts'
import { type Found, useChatSearch } from './use-chat-search.ts'

const SearchResults = lazy(() =>
  whenReachable(() => import('./search-results.tsx')).then((module) => ({ default: module.SearchResults })),
)

/** All chats of the person, whoever they are with: in the rail of every page. */
export function History() {
  const words = useMessages(historyMessages)
  const navigate = useNavigate()
  const { employeeId } = useParams({ strict: false })
  const { conversation } = useSearch({ strict: false })
  const usual = useDefaultTeammate()
  const [text, setText] = useState('')
  const search = useChatSearch(text)
  const isSearching = text.trim() !== ''
  const open = ({ id, ai_employee_id, match }: Found) =>
    navigate({
      to: '/chat/$employeeId',
      params: { employeeId: ai_employee_id },
      search: { conversation: id, ...(match.message_id && { message: match.message_id }) },
    })
  const found = isSearching && search.isLongEnough ? (search.query.data?.data ?? []) : []
  const list = useOptions(found, { idOf: ({ id }) => id, onChoose: open })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (list.onKey(event) || event.key !== 'Escape' || text === '') return
    event.stopPropagation()
    setText('')
  }
  const beginWith = employeeId ?? usual?.id
  return (
    <div className="mt-3 flex min-h-0 grow flex-col">
      <div className="shrink-0 space-y-1.5 px-2 pb-1">
        {beginWith && (
          <Link
            to="/chat/$employeeId"
            params={{ employeeId: beginWith }}
            search={{ conversation: newChat }}
            className="flex h-9 items-center gap-2.5 rounded-lg border border-line bg-surface px-2 text-sm font-medium transition-colors hover:border-line-strong pointer-coarse:h-10 [&_svg]:size-4"
          >
            <SquarePen aria-hidden />
            {words.newChat}
          </Link>
        )}
        <Input
          type="search"
          label={words.search}
          icon={<Search aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          {...(found.length > 0 && list.field)}
        />
      </div>
      {isSearching ? (
        <Suspense>
          <SearchResults search={search} list={list} onOpen={open} />
        </Suspense>
      ) : (
        <HistoryList shown={conversation} />
      )}
    </div>
  )
}
