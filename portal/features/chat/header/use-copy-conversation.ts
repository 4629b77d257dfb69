import type { Conversation } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { showToast } from '../../../ui/toast.tsx'
import { conversationMessages } from '../../conversation/messages.ts'
import { historyMessages } from '../history/messages.ts'
import { titleOf } from '../history/use-chat-changes.ts'
import { chatMessages } from '../messages.ts'

/** Puts a whole conversation on the clipboard. */
export function useCopyConversation(teammate: string): (conversation: Conversation) => Promise<void> {
  const words = useMessages(historyMessages)
  const { you: contact } = useMessages(chatMessages)
  const { operator } = useMessages(conversationMessages)
  return async (conversation) => {
    const names = { title: titleOf(conversation, words.untitled), contact, operator, teammate }
    const text = import('./read-as-markdown.ts').then(({ readAsMarkdown }) => readAsMarkdown(conversation, names))
    try {
      // Promised rather than awaited: browsers take from the click only what was begun in it.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
      showToast(words.copied)
    } catch {
      showToast(words.copyFailed)
    }
  }
}
