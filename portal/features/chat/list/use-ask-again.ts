import type { Message } from '#contracts/conversations.ts'
import type { Reasoning } from '#contracts/teammates.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { showToast } from '../../../ui/toast.tsx'
import { fetchFiles } from '../files/encode.ts'
import { fileMessages } from '../files/messages.ts'
import type { Written } from '../thread/use-sending.ts'

type Asking = {
  messages: readonly Message[]
  reasoning: Reasoning | undefined
  onSend: (written: Written) => void
}

/** Sends the message once more that an answer was to answer, with its files. */
export function useAskAgain({ messages, reasoning, onSend }: Asking): (answer: Message) => void {
  const words = useMessages(fileMessages)
  return useStable(async (answer) => {
    const asked = messages.findLast(({ id, role }) => role === 'contact' && id < answer.id)
    if (!asked) return
    try {
      onSend({ text: asked.content, files: await fetchFiles(asked.attachments), reasoning })
    } catch {
      showToast(words.fetchFailed)
    }
  })
}
