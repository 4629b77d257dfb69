import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContactMerge } from '#contracts/contact-merges.ts'
import * as mergePaths from '#contracts/paths/contact-merges.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { partMessages } from '../page-parts/messages.ts'
import { mergeMessages } from './messages.ts'

/** What is shown of contacts, on their page and in the inbox; changes also arrive by events. */
function useRefresh() {
  const { organization } = useSession()
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.contacts(organization.id) }),
      client.invalidateQueries({ queryKey: queryKeys.inboxConversations(organization.id) }),
    ])
}

export function useMerge(contact_id: string) {
  const { organization } = useSession()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (contact_id_to_merge: string) =>
      call(mergePaths.mergeContacts, {
        params: { organization_id: organization.id, contact_id },
        body: { contact_id_to_merge },
      }),
    onSuccess: () => void refresh(),
  })
}

export function useUndoMerge() {
  const words = useMessages(mergeMessages)
  const parts = useMessages(partMessages)
  const { organization } = useSession()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ contact_id, id: merge_id }: ContactMerge) =>
      call(mergePaths.undoContactMerge, { params: { organization_id: organization.id, contact_id, merge_id } }),
    onSuccess: ({ restored_contact }) => {
      showToast(words.broughtBack(restored_contact.display_name))
      void refresh()
    },
    onError: (error) => showToast(sentenceOf(error, parts.undoFailed)),
  })
}

/** The contacts that went into this one and can be brought back. */
export function useMerges(contact_id: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: [...queryKeys.contacts(organization.id), 'merges', contact_id],
    queryFn: ({ signal }) =>
      call(mergePaths.listContactMerges, { params: { organization_id: organization.id, contact_id } }, { signal }),
    refetchOnMount: 'always',
  })
}
