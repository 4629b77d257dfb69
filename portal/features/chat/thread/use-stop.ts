import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Message } from '#contracts/conversations.ts'
import type { StoppedGeneration } from '#contracts/internal-chat.ts'
import { api } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { showToast } from '../../../ui/toast.tsx'
import { chatMessages } from '../messages.ts'

/** Stops the answer; where it was over already, the server's own sentence says so and the end is read. */
export function useStop(employeeId: string, answering: Message | undefined, readAgain: () => void) {
  const { organization } = useSession()
  const words = useMessages(chatMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ conversation_id, run_id }: Message) =>
      api.post<z.infer<typeof StoppedGeneration>>(
        organizationPath(organization, `/employees/${employeeId}/conversations/${conversation_id}/stop-generation`),
        { run_id },
      ),
    onSuccess: ({ message }) => {
      if (/not in progress/i.test(message)) showToast(message)
      readAgain()
    },
    onError: (error) => showToast(error.message || words.stopFailed),
  })
  const stop = useStable(() => answering?.run_id && mutate(answering))
  return { stop, isStopping: isPending }
}
