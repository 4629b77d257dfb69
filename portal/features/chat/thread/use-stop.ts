import { useMutation } from '@tanstack/react-query'
import type { Message } from '#contracts/conversations.ts'
import { api } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { chatMessages } from '../messages.ts'

export function useStop(employeeId: string) {
  const { organization } = useSession()
  const words = useMessages(chatMessages)
  return useMutation({
    mutationFn: ({ conversation_id, run_id }: Message) =>
      api.post(
        organizationPath(organization, `/employees/${employeeId}/conversations/${conversation_id}/stop-generation`),
        { run_id },
      ),
    onError: () => showToast(words.stopFailed),
  })
}
