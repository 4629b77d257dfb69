import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InboxConversationDetail } from '#contracts/inbox.ts'
import type { Label } from '#contracts/labels.ts'
import * as labelPaths from '#contracts/paths/labels.ts'
import { call } from '../../../lib/api.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { labelMessages } from '../../labels/messages.ts'

/** Shown at once, sent one after the other. */
export function useSetLabels(conversation_id: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  const words = useMessages(labelMessages)
  const queryKey = queryKeys.inboxConversation(organization.id, conversation_id)
  const show = (labels: Label[]) =>
    setFromResponse<InboxConversationDetail>(client, queryKey, (cached) => cached && { ...cached, labels })
  return useMutation({
    scope: { id: `labels ${conversation_id}` },
    mutationFn: (labels: Label[]) =>
      call(labelPaths.setLabels, {
        params: { organization_id: organization.id, conversation_id },
        body: { label_ids: labels.map(({ id }) => id) },
      }),
    onMutate: show,
    onError: (error) => {
      showToast(sentenceOf(error, words.failed))
      client.invalidateQueries({ queryKey })
    },
  })
}
