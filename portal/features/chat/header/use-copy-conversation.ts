import type { Conversation, Message } from '#contracts/conversations.ts'
import type { InternalMessages } from '#contracts/internal-chat.ts'
import { api } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { historyMessages } from '../history/messages.ts'
import { titleOf } from '../history/use-chat-changes.ts'
import { chatMessages } from '../messages.ts'
import { markdownOf } from './markdown-of.ts'

const pageSize = 100

/** Puts a whole conversation on the clipboard, also the part that is not on the page. */
export function useCopyConversation(name: string): (conversation: Conversation) => Promise<void> {
  const { organization } = useSession()
  const words = useMessages(historyMessages)
  const { you, operator } = useMessages(chatMessages)

  const readAll = async ({ id, ai_employee_id }: Conversation): Promise<Message[]> => {
    const path = organizationPath(organization, `/employees/${ai_employee_id}/messages`)
    const messages: Message[] = []
    let before: string | null = ''
    while (before !== null) {
      const query = new URLSearchParams({ conversation_id: id, limit: String(pageSize), ...(before && { before }) })
      const page: InternalMessages = await api.get<InternalMessages>(`${path}?${query}`)
      messages.push(...page.data)
      before = page.hasMore ? page.next : null
    }
    return messages.reverse()
  }
  const write = async (conversation: Conversation): Promise<Blob> => {
    const title = titleOf(conversation, words.untitled)
    const text = markdownOf(title, await readAll(conversation), { contact: you, operator, teammate: name })
    return new Blob([text], { type: 'text/plain' })
  }
  return async (conversation) => {
    try {
      // Promised rather than awaited: browsers take from the click only what was begun in it.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': write(conversation) })])
      showToast(words.copied)
    } catch {
      showToast(words.copyFailed)
    }
  }
}
