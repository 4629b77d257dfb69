import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { isRenderable } from './message.tsx'

/**
 * Between what the visitor has written and the first that can be seen of its answer; not where a person has taken over,
 * nor where the teammate does not answer.
 */
export function TypingRow({ isSending }: { isSending: boolean }) {
  const name = useChat(({ init, thread }) => thread.conversation?.ai_employee.name ?? init?.ai_employee.name ?? '')
  const isTyping = useChat(({ init, thread, isOnline }) => {
    const { conversation, messages } = thread
    const answers = conversation?.ai_agent_enabled ?? init?.context.ai_agent_enabled ?? false
    if (!answers || !isOnline || conversation?.has_assigned_operator) return false
    if (isSending) return true
    const last = messages.findLast((message) => message.role !== 'system' && isRenderable(message))
    const isWaiting = messages.at(-1)?.waiting_since !== undefined
    return last?.role === 'contact' && !isWaiting
  })
  if (!isTyping) return null
  return (
    <div class="typing" role="status" aria-label={getWords().typing(name)}>
      <span />
      <span />
      <span />
    </div>
  )
}
