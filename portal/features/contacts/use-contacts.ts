import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Contact, UpdateContact } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../lib/api.ts'
import { refetchAfterEvent, setFromResponse } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts'

const READ_EVERY_MS = 1_000

/** Those who have written to teammates that the person sees, the newest first. */
export function useContacts(wanted: string) {
  const { organization } = useSession()
  const q = wanted.trim()
  return usePages([...queryKeys.contacts(organization.id), 'list', q], (page, signal) =>
    call(
      inboxPaths.listContacts,
      { params: { organization_id: organization.id }, query: { page, limit: 20, ...(q && { q }) } },
      { signal },
    ),
  )
}

/** Keeps what is shown of contacts as it is on the server. */
export function useContactEvents(): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const refresh = useThrottledCallback(
    () => refetchAfterEvent(client, { queryKey: queryKeys.contacts(organization.id) }),
    READ_EVERY_MS,
  )
  useServerEvent('ready', refresh)
  useServerEvent('contact.updated', refresh)
}

/** One contact; none where the id is empty. */
export function useContact(contact_id: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: [...queryKeys.contacts(organization.id), 'one', contact_id],
    queryFn: ({ signal }) =>
      call(inboxPaths.showContact, { params: { organization_id: organization.id, contact_id } }, { signal }),
    enabled: contact_id !== '',
    refetchOnMount: 'always',
  })
}

export function useUpdateContact({ id: contact_id }: Contact) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.contacts(organization.id)
  return useMutation({
    mutationFn: (body: UpdateContact) =>
      call(inboxPaths.updateContact, { params: { organization_id: organization.id, contact_id }, body }),
    onSuccess: (saved) => {
      setFromResponse(client, [...queryKey, 'one', contact_id], saved)
      return client.invalidateQueries({ queryKey })
    },
  })
}

export function useDeleteContact({ id: contact_id }: Contact) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(inboxPaths.deleteContact, { params: { organization_id: organization.id, contact_id } }),
    // Read again where it is shown next, with nothing of it left from before.
    onSuccess: () => client.removeQueries({ queryKey: [...queryKeys.contacts(organization.id), 'list'] }),
  })
}

export function useContactConversations(contact_id: string) {
  const { organization } = useSession()
  return usePages([...queryKeys.contacts(organization.id), 'conversations', contact_id], (page, signal) =>
    call(
      inboxPaths.listContactConversations,
      { params: { organization_id: organization.id, contact_id }, query: { page, limit: 20 } },
      { signal },
    ),
  )
}
