import type { WebchatConversation } from '#contracts/webchat.ts'
import { openConversation } from '../state/conversations.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { ConversationActions } from './conversation-actions.tsx'
import { stripMarks } from './strip-marks.ts'
import { shortTime } from './times.ts'

/** A conversation in a list: what it is about, what was said last, and whether there is something new. */
export function ConversationRow({ conversation }: { conversation: WebchatConversation }) {
  const words = getWords()
  const unread = useChat((state) => state.unread[conversation.id] ?? 0)
  const iconUrl = useChat((state) => state.iconAssetUrl)
  const { id, last_message, conversation_icon_id, operator_name, ai_employee } = conversation
  const title = conversation.title ?? last_message?.content.slice(0, 80) ?? words.untitled
  const who = last_message?.role === 'contact' ? words.you : (operator_name ?? ai_employee.name)
  return (
    <li class={unread > 0 ? 'row unread' : 'row'}>
      <button type="button" class="row-open" onClick={() => openConversation(id)}>
        <span class="row-icon">
          <img src={`${iconUrl}/widget/icons/${conversation_icon_id ?? 'chat'}.svg`} alt="" width={20} height={20} />
        </span>
        <span class="row-words">
          <span class="row-title">{title}</span>
          {last_message && (
            <span class="row-message">
              {who}: {stripMarks(last_message.content)}
            </span>
          )}
        </span>
        <span class="row-side">
          <time dateTime={conversation.last_message_at ?? conversation.created_at}>
            {shortTime(conversation.last_message_at ?? conversation.created_at)}
          </time>
          {unread > 0 && <span class="dot">{unread}</span>}
        </span>
      </button>
      <ConversationActions conversation={conversation} label={words.actionsFor(title)} />
    </li>
  )
}
