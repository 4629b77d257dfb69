import { type ReactElement, useId } from 'react'
import type { ChannelChat, ChatStatus } from '#contracts/bot-chats.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { NextPage } from '../../../page-parts/next-page.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import type { BotApi, BotState } from './bot-api.ts'
import { botMessages } from './messages.ts'
import { useChats, useSetChatStatus } from './use-chats.ts'

type ChatsProps<Bot extends BotState> = { api: BotApi<Bot>; employeeId: string; readOnly: boolean }

/** Where the bot was seen: chats that wait for a decision, then whether it answers in the others. */
export function Chats<Bot extends BotState>({ api, employeeId, readOnly, hint }: ChatsProps<Bot> & { hint: string }) {
  const words = useMessages(botMessages)
  const titles = useId()
  const chats = useChats(api, employeeId)
  const listed = chats.data
  const waiting = readOnly ? [] : (listed?.filter(({ is_waiting }) => is_waiting) ?? [])
  const others = listed?.filter((chat) => !waiting.includes(chat)) ?? []
  return (
    <div className="space-y-6">
      {waiting.length > 0 && (
        <section>
          <h3 id={`${titles}-waiting`} className="flex items-center gap-2 text-sm font-medium">
            {words.waiting}{' '}
            <Badge tone="warning">
              {waiting.length}
              {chats.hasNextPage && '+'}
            </Badge>
          </h3>
          <p className="mt-0.5 mb-3 text-xs text-pretty text-muted">{words.waitingText}</p>
          <ChatList labelledBy={`${titles}-waiting`}>
            {waiting.map((chat) => (
              <WaitingChat key={chat.id} api={api} chat={chat} employeeId={employeeId} />
            ))}
          </ChatList>
        </section>
      )}
      {(waiting.length === 0 || others.length > 0) && (
        <section>
          <h3 id={`${titles}-chats`} className="text-sm font-medium">
            {words.chats}
          </h3>
          <p className="mt-0.5 mb-3 text-xs text-pretty text-muted">
            {words.chatsText} {hint}
          </p>
          {!listed && (chats.isError ? <LoadFailed title={words.chatsFailed} query={chats} /> : <WaitingRows />)}
          {listed?.length === 0 && <p className="text-sm text-pretty text-muted">{words.noChats}</p>}
          {others.length > 0 && (
            <ChatList labelledBy={`${titles}-chats`}>
              {others.map((chat) => (
                <Chat key={chat.id} api={api} chat={chat} employeeId={employeeId} readOnly={readOnly} />
              ))}
            </ChatList>
          )}
        </section>
      )}
      {listed && listed.length > 0 && <NextPage query={chats} />}
    </div>
  )
}

function ChatList({ labelledBy, children }: { labelledBy: string; children: ReactElement[] }) {
  return (
    <ul aria-labelledby={labelledBy} className="divide-y divide-line rounded-xl border border-line">
      {children.map((child) => (
        <li key={child.key} className="px-4 py-3">
          {child}
        </li>
      ))}
    </ul>
  )
}

function useAbout({ kind, last_seen_at }: ChannelChat): string {
  const words = useMessages(botMessages)
  const language = useLanguage()
  return `${words.kinds[kind]} · ${words.lastMessage(formatWhen(last_seen_at, language))}`
}

/** Someone has written there, or added the bot to it. */
function WaitingChat<Bot extends BotState>({ api, chat, employeeId }: Omit<ChatProps<Bot>, 'readOnly'>) {
  const words = useMessages(botMessages)
  const set = useSetChatStatus(api, employeeId, chat)
  const { channel_name } = chat
  const decide = (status: ChatStatus) =>
    set.mutate(status, { onError: (error) => showToast(sentenceOf(error, words.saveFailed)) })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-40">
        <p className="text-sm font-medium break-words">{channel_name}</p>
        <p className="mt-0.5 text-xs text-muted">{useAbout(chat)}</p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          look="primary"
          busy={set.isPending && set.variables === 'enabled'}
          aria-label={words.allowChat(channel_name)}
          onClick={() => decide('enabled')}
        >
          {words.allow}
        </Button>
        <Button
          size="small"
          busy={set.isPending && set.variables === 'disabled'}
          aria-label={words.declineChat(channel_name)}
          onClick={() => decide('disabled')}
        >
          {words.decline}
        </Button>
      </div>
    </div>
  )
}

type ChatProps<Bot extends BotState> = ChatsProps<Bot> & { chat: ChannelChat }

function Chat<Bot extends BotState>({ api, chat, employeeId, readOnly }: ChatProps<Bot>) {
  const words = useMessages(botMessages)
  const set = useSetChatStatus(api, employeeId, chat)
  const { channel_name } = chat
  const status = set.isPending ? set.variables : chat.status
  const about = useAbout(chat)
  if (readOnly)
    return (
      <div className="flex items-center gap-4">
        <div className="min-w-0 grow">
          <p className="text-sm font-medium break-words">{channel_name}</p>
          <p className="mt-0.5 text-xs text-muted">{about}</p>
        </div>
        <Badge tone={status === 'enabled' ? 'positive' : 'neutral'}>{words.statuses[status]}</Badge>
      </div>
    )
  return (
    <Switch
      label={channel_name}
      hint={about}
      checked={status === 'enabled'}
      onChange={(isOn) =>
        set.mutate(isOn ? 'enabled' : 'disabled', {
          onError: (error) => showToast(sentenceOf(error, words.saveFailed)),
        })
      }
    />
  )
}
