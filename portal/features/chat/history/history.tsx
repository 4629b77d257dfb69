import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Search, SquarePen, Trash2 } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import { whenReachable } from '../../../lib/when-reachable.ts'
import { IconButton } from '../../../ui/button.tsx'
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

const DeletedChats = lazy(() =>
  whenReachable(() => import('./deleted-chats.tsx')).then((module) => ({ default: module.DeletedChats })),
)

/** All chats of the person, no matter with whom: in the rail of every page. */
export function History() {
  const words = useMessages(historyMessages)
  const navigate = useNavigate()
  const { employeeId } = useParams({ strict: false })
  const { conversation } = useSearch({ strict: false })
  const usual = useDefaultTeammate()
  const [text, setText] = useState('')
  const [isTrashOpen, setTrashOpen] = useState(false)
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
        <div className="flex items-center gap-1">
          <Input
            type="search"
            label={words.search}
            icon={<Search aria-hidden />}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="min-w-0 grow"
            {...(found.length > 0 && list.field)}
          />
          <IconButton label={words.deletedChats} onClick={() => setTrashOpen(true)} className="pointer-coarse:size-10!">
            <Trash2 aria-hidden />
          </IconButton>
        </div>
        <Suspense>{isTrashOpen && <DeletedChats onClose={() => setTrashOpen(false)} />}</Suspense>
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
