import { useMutation } from '@tanstack/react-query'
import type { Message } from '#contracts/conversations.ts'
import * as internalChatPaths from '#contracts/paths/internal-chat.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { showToast } from '../../../ui/toast.tsx'
import { chatMessages } from '../messages.ts'

type Answering = Pick<Message, 'conversation_id'> & { run_id: string }

/** Stops the answer; where it was over already, that is shown and the end is read. */
export function useStop(employeeId: string, answering: Message | undefined, readAgain: () => void) {
  const { organization } = useSession()
  const words = useMessages(chatMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ conversation_id, run_id }: Answering) =>
      call(internalChatPaths.stopGeneration, {
        params: { organization_id: organization.id, employee_id: employeeId, conversation_id },
        body: { run_id },
      }),
    onSuccess: ({ stopped }) => {
      if (!stopped) showToast(words.alreadyAnswered)
      readAgain()
    },
    onError: (error) => showToast(sentenceOf(error, words.stopFailed)),
  })
  const stop = useStable(() => answering?.run_id && mutate({ ...answering, run_id: answering.run_id }))
  return { stop, isStopping: isPending }
}
