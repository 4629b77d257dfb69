import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxConversation, InboxConversationDetail } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { inboxMessages } from '../messages.ts'

/** Takes the conversation over, assigns it to a colleague, or hands it back. */
export function useOwnership(conversation_id: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const words = useMessages(inboxMessages)
  const params = { organization_id: organization.id, conversation_id }
  const { mutate, isPending } = useMutation({
    /** Null: the teammate. */
    mutationFn: (user_id: string | null): Promise<InboxConversation> =>
      user_id === null
        ? call(inboxPaths.unassignConversation, { params })
        : call(inboxPaths.assignConversation, { params, body: { user_id } }),
    onSuccess: (changed) =>
      setFromResponse<InboxConversationDetail>(
        client,
        queryKeys.inboxConversation(organization.id, conversation_id),
        (cached) => cached && { ...cached, ...changed },
      ),
    onError: (error) => showToast(sentenceOf(error, words.handsFailed)),
  })
  return { give: mutate, isPending }
}

/** People to whom the conversation can be assigned. */
export function useAssignees(conversation_id: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.inboxAssignees(organization.id, conversation_id),
    queryFn: ({ signal }) =>
      call(inboxPaths.listAssignees, { params: { organization_id: organization.id, conversation_id } }, { signal }),
  })
}
