import { Link } from '@tanstack/react-router'
import type { Conversation } from '#contracts/conversations.ts'
import { formatRecent } from '../../lib/format.ts'
import { useLanguage, useMessages } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { chatMessages } from './messages.ts'
import { type ChatsPanelState, useChats } from './use-chats.ts'

type ChatsPanelProps = {
  employeeId: string
  shown: string | null
  panel: ChatsPanelState
}

export function ChatsPanel({ employeeId, shown, panel }: ChatsPanelProps) {
  const words = useMessages(chatMessages)
  const chats = <Chats employeeId={employeeId} shown={shown} onChosen={() => !panel.wide && panel.setOpen(false)} />
  if (!panel.wide)
    return (
      <Drawer open={panel.open} onOpenChange={panel.setOpen} title={words.chats}>
        {chats}
      </Drawer>
    )
  if (!panel.open) return null
  return <div className="flex w-60 shrink-0 flex-col border-r border-line">{chats}</div>
}

function Chats({ employeeId, shown, onChosen }: { employeeId: string; shown: string | null; onChosen: () => void }) {
  const words = useMessages(chatMessages)
  const {
    data: chats,
    isError,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useChats(employeeId)
  return (
    <nav aria-label={words.chats} className="flex min-h-0 grow flex-col">
      <h2 className="flex h-14 shrink-0 items-center border-b border-line px-4 text-sm font-semibold">{words.chats}</h2>
      <div className="min-h-0 grow overflow-y-auto px-2 py-2">
        {!chats && !isError && [70, 90, 60].map((width) => <Waiting key={width} width={width} />)}
        {!chats && isError && (
          <div role="alert" className="px-2 text-xs text-muted">
            {words.chatsFailed}
            <Button size="small" busy={isFetching} onClick={() => refetch()} className="mt-2 flex">
              {words.retry}
            </Button>
          </div>
        )}
        {chats?.length === 0 && <p className="px-2 text-xs text-pretty text-faint">{words.noChats}</p>}
        <ul className="space-y-px">
          {chats?.map((chat) => (
            <li key={chat.id}>
              <ChatLink chat={chat} employeeId={employeeId} isShown={chat.id === shown} onChosen={onChosen} />
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button look="quiet" size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()} className="mt-1">
            {words.showMore}
          </Button>
        )}
      </div>
    </nav>
  )
}

type ChatLinkProps = { chat: Conversation; employeeId: string; isShown: boolean; onChosen: () => void }

function ChatLink({ chat, employeeId, isShown, onChosen }: ChatLinkProps) {
  const words = useMessages(chatMessages)
  const language = useLanguage()
  return (
    <Link
      to="/chat/$employeeId"
      params={{ employeeId }}
      search={{ conversation: chat.id }}
      aria-current={isShown ? 'page' : undefined}
      onClick={onChosen}
      className={classNames(
        'flex h-9 min-w-0 items-center gap-2 rounded-lg px-2 text-xs transition-colors',
        isShown ? 'bg-selected font-medium' : 'hover:bg-hover',
      )}
    >
      <span className="min-w-0 grow truncate">{chat.title || chat.temporary_title || words.untitled}</span>
      {chat.last_message_at && (
        <time dateTime={chat.last_message_at} className="shrink-0 text-2xs font-normal text-faint tabular-nums">
          {formatRecent(chat.last_message_at, language)}
        </time>
      )}
    </Link>
  )
}

function Waiting({ width }: { width: number }) {
  return (
    <div className="flex h-9 items-center px-2">
      <div style={{ width: `${width}%` }}>
        <Skeleton className="h-3" />
      </div>
    </div>
  )
}
