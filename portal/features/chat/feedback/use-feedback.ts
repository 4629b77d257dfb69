import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import type { Feedback, Message } from '#contracts/conversations.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { createFeedbackSender } from '#thread/feedback.ts'
import type { Thread } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { feedbackMessages } from './messages.ts'

const give = createFeedbackSender()

/** Gives feedback on an answer. */
export function useFeedback(message: Message) {
  const { organization } = useSession()
  const client = useQueryClient()
  const words = useMessages(feedbackMessages)
  const { id, conversation_id, employee_id } = message
  const show = (changed: Message) => {
    if (!employee_id) return
    const key = queryKeys.thread(organization.id, employee_id, conversation_id)
    client.setQueryData<Thread>(key, (thread) => thread && applyEvents(thread, [{ kind: 'message', message: changed }]))
  }
  return useMutation({
    mutationFn: (feedback: Feedback) => {
      const params = { organization_id: organization.id, conversation_id, message_id: id }
      const save = () => call(internalChatPaths.giveChatFeedback, { params, body: feedback })
      return give({ message, feedback, show, save })
    },
    onError: (error) => showToast(sentenceFor(error, words)),
  })
}

function sentenceFor(error: Error, words: (typeof feedbackMessages)['en']): string {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 409) return words.notAccepted
  if (status === 429) return words.tooOften
  return words.failed
}
