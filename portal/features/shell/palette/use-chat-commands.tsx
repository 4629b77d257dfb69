import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import type { History } from '../../chat/history/cached-chats.ts'
import { ConversationIcon } from '../../chat/history/conversation-icon.tsx'
import { useChatSearch } from '../../chat/history/use-chat-search.ts'
import type { Command } from './command.ts'
import { paletteMessages } from './messages.ts'

const mostRecent = 5

/** The latest chats, and those in whose titles or messages the text occurs. */
export function useChatCommands(wanted: string): Command[] {
  const words = useMessages(paletteMessages)
  const { organization } = useSession()
  const cached = useQueryClient().getQueryData<History>(queryKeys.history(organization.id))
  const { isLongEnough, query } = useChatSearch(wanted)
  const navigate = useNavigate()
  const commandOf = (chat: HistoryEntry): Command => ({
    id: `chat-${chat.id}`,
    group: words.groups.chats,
    label: chat.title || chat.temporary_title || words.untitled,
    icon: <ConversationIcon name={chat.conversation_icon_id ?? 'chat'} />,
    note: chat.ai_employee.name,
    run: () =>
      navigate({
        to: '/chat/$employeeId',
        params: { employeeId: chat.ai_employee.id },
        search: { conversation: chat.id },
      }),
  })
  if (!isLongEnough) return (cached?.entries ?? []).slice(0, mostRecent).map(commandOf)
  return (query.data?.data ?? []).map((chat) => ({ ...commandOf(chat), isFound: true }))
}
