import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '#contracts/conversations.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { call } from '../../../../lib/api.ts'
import { formatMoment, formatWhen } from '../../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../../lib/i18n.ts'
import { queryKeys } from '../../../../lib/query-keys.ts'
import { useServerEvent } from '../../../../lib/realtime.ts'
import { useSession } from '../../../../lib/session.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/section.tsx'
import { ConversationIcon } from '../../../chat/history/conversation-icon.tsx'
import { newChat } from '../../../chat/thread/new-chat.ts'
import { LoadFailed } from '../../../page-parts/load-failed.tsx'
import { WaitingRows } from '../../../page-parts/waiting.tsx'
import { overviewMessages } from './messages.ts'

const shown = 5

/** The person's own last chats with the teammate; those of colleagues are read in the inbox. */
export function Chats({ teammate }: { teammate: Teammate }) {
  const words = useMessages(overviewMessages)
  const language = useLanguage()
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.chatsWithTeammate(organization.id, teammate.id)
  const chats = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const params = { organization_id: organization.id, employee_id: teammate.id }
      return call(internalChatPaths.listTeammateChats, { params, query: { limit: shown } }, { signal })
    },
  })
  const readAgain = () => client.invalidateQueries({ queryKey })
  useServerEvent('ready', readAgain)
  // Events come of every conversation that the person may see in the inbox.
  const onChat = ({ channel, ai_employee_id }: Conversation) => {
    if (channel === 'employee_chat' && ai_employee_id === teammate.id) readAgain()
  }
  useServerEvent('conversation.updated', onChat)
  useServerEvent('conversation.title_updated', onChat)
  const start = (
    <Link
      to="/chat/$employeeId"
      params={{ employeeId: teammate.id }}
      search={{ conversation: newChat }}
      className={buttonClass({ size: 'small' })}
    >
      {words.startChat}
    </Link>
  )
  return (
    <Section title={words.chats} actions={start}>
      {!chats.data && (chats.isError ? <LoadFailed title={words.chatsFailed} query={chats} /> : <WaitingRows />)}
      {chats.data?.data.length === 0 && <p className="text-sm text-muted">{words.noChats}</p>}
      {chats.data && chats.data.data.length > 0 && (
        <ul className="divide-y divide-line rounded-xl border border-line">
          {chats.data.data.map((chat) => (
            <li key={chat.id}>
              <Link
                to="/chat/$employeeId"
                params={{ employeeId: teammate.id }}
                search={{ conversation: chat.id }}
                className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm transition-colors hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-4.5 [&_svg]:text-muted"
              >
                <ConversationIcon name={chat.conversation_icon_id ?? 'chat'} />
                <span className="min-w-0 grow truncate">{chat.title || chat.temporary_title || words.untitled}</span>
                {chat.last_message_at && (
                  <time
                    dateTime={chat.last_message_at}
                    title={formatMoment(chat.last_message_at, language)}
                    className="shrink-0 text-xs text-muted"
                  >
                    {formatWhen(chat.last_message_at, language)}
                  </time>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
