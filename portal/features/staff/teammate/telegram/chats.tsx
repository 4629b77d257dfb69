import type { ChannelChat } from '#contracts/msgr-bots.ts'
import { formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { sentenceOf } from '../../../../lib/refusal.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { showToast } from '../../../../ui/toast.tsx'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { NextPage } from '../../../page-parts/next-page.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { telegramMessages } from './messages.ts'
import { useChats, useSetChatStatus } from './use-chats.ts'

type ChatsProps = { employeeId: string; readOnly: boolean }

/** Where the bot was seen, and whether it answers there. */
export function Chats({ employeeId, readOnly }: ChatsProps) {
  const words = useMessages(telegramMessages)
  const chats = useChats(employeeId)
  const listed = chats.data
  return (
    <div className="max-w-xl">
      <h3 id="telegram-chats" className="text-sm font-medium">
        {words.chats}
      </h3>
      <p className="mt-0.5 mb-3 text-xs text-pretty text-muted">
        {words.chatsText} {words.mentionsOnly}
      </p>
      {!listed && (chats.isError ? <LoadFailed title={words.chatsFailed} query={chats} /> : <WaitingRows />)}
      {listed?.length === 0 && <p className="text-sm text-pretty text-muted">{words.noChats}</p>}
      {listed && listed.length > 0 && (
        <>
          <ul aria-labelledby="telegram-chats" className="divide-y divide-line rounded-xl border border-line">
            {listed.map((chat) => (
              <li key={chat.id} className="px-4 py-3">
                <Chat chat={chat} employeeId={employeeId} readOnly={readOnly} />
              </li>
            ))}
          </ul>
          <NextPage query={chats} />
        </>
      )}
    </div>
  )
}

type ChatProps = ChatsProps & { chat: ChannelChat }

function Chat({ chat, employeeId, readOnly }: ChatProps) {
  const words = useMessages(telegramMessages)
  const language = useLanguage()
  const set = useSetChatStatus(employeeId, chat)
  const { channel_name, kind, last_seen_at } = chat
  const status = set.isPending ? set.variables : chat.status
  const about = `${words.kinds[kind]} · ${words.lastMessage(formatWhen(last_seen_at, language))}`
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
