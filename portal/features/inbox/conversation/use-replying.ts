import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { hasArrived } from '#thread/outgoing.ts'
import type { Thread } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { randomId } from '../../../lib/random-id.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'

type Sending = { clientId: string; text: string }
/** A reply on its way: shown at once, and kept with its failure until it is sent again or given up. */
export type OutgoingReply = Sending & { id: number; failure: string | null; isAnothers: boolean }

/** Sends replies one after the other. A retry has the same id, so that none is sent twice. */
export function useReplying(conversation_id: string, thread: Thread | undefined) {
  const { organization } = useSession()
  const client = useQueryClient()
  const mutationKey = ['reply', organization.id, conversation_id]
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ clientId, text }: Sending) =>
      call(inboxPaths.sendOperatorMessage, {
        params: { organization_id: organization.id, conversation_id },
        body: { content: text, client_message_id: clientId },
      }),
    onSuccess: (message) =>
      client.setQueryData<Thread>(
        queryKeys.inboxThread(organization.id, conversation_id),
        (cached) => cached && applyEvents(cached, [{ kind: 'accepted', message }]),
      ),
  })
  const outgoing = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status === 'pending' || state.status === 'error' },
    select: ({ mutationId, state }): OutgoingReply => ({
      ...(state.variables as Sending),
      id: mutationId,
      failure: state.status === 'error' ? sentenceOf(state.error, '') : null,
      isAnothers: state.error instanceof ApiError && state.error.code === 'ASSIGNED_TO_ANOTHER',
    }),
  }).filter(({ clientId }) => !hasArrived(thread?.messages ?? [], clientId))

  const send = useStable((text: string, clientId: string = randomId()) => mutate({ text, clientId }))
  const giveUp = useStable(({ id }: OutgoingReply) => {
    const cache = client.getMutationCache()
    const mutation = cache.getAll().find(({ mutationId }) => mutationId === id)
    if (mutation) cache.remove(mutation)
  })
  const retry = useStable((failed: OutgoingReply) => {
    giveUp(failed)
    send(failed.text, failed.clientId)
  })
  return { send, retry, giveUp, outgoing }
}
