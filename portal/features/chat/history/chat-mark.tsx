import type { HistoryEntry } from '#contracts/internal-chat.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ConversationIcon } from './conversation-icon.tsx'

/** What a chat is about at a glance; where its icon says no more than that it is a chat, who it is with. */
export function ChatMark({ chat: { conversation_icon_id: icon, ai_employee } }: { chat: HistoryEntry }) {
  return (
    <span className="flex size-5 shrink-0 items-center justify-center">
      {icon && icon !== 'chat' ? <ConversationIcon name={icon} /> : <Avatar name={ai_employee.name} size="tiny" />}
    </span>
  )
}
