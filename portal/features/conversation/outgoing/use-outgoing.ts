import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasArrived } from '#thread/outgoing.ts'
import type { Thread } from '#thread/thread.ts'
import { retryBriefly } from '../../../lib/persist.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { outgoingOptions, restoreOutgoing } from './stored-messages.ts'

/** `id` is of this attempt, `failure` null while it is on its way, empty where the server gives no reason. */
export type OnItsWay<Sending> = Sending & { id: number; failure: string | null; error: Error | null }

type OutgoingOptions<Sending, Accepted> = {
  /** Whose messages they are, and to where. */
  mutationKey: string[]
  /** The conversation that is open. */
  thread: Thread | undefined
  /** A message that is sent again has the same id, so that the server accepts it once. */
  request: (sending: Sending) => Promise<Accepted>
  onAccepted: (accepted: Accepted, sending: Sending) => void
}

/**
 * Messages on their way: shown at once, sent one after the other, and kept with their failure until they arrive, are sent
 * again or given up.
 */
export function useOutgoing<Sending extends { clientId: string }, Accepted>(
  options: OutgoingOptions<Sending, Accepted>,
) {
  const { mutationKey, thread, request, onAccepted } = options
  const client = useQueryClient()
  useEffect(() => restoreOutgoing(client), [client])
  const { mutate } = useMutation<Accepted, Error, Sending>({
    ...outgoingOptions,
    mutationKey,
    // One after the other, to keep the order.
    scope: { id: mutationKey.join(' ') },
    ...retryBriefly,
    mutationFn: request,
    onSuccess: onAccepted,
  })
  const outgoing = useMutationState({
    filters: { mutationKey, predicate: ({ state }) => state.status === 'pending' || state.status === 'error' },
    select: ({ mutationId, state }): OnItsWay<Sending> => {
      const error = state.error as Error | null
      const failure = state.status === 'error' ? sentenceOf(error, '') : null
      return { ...(state.variables as Sending), id: mutationId, failure, error }
    },
  })
  const giveUp = useStable(({ id }: { id: number }) => {
    const cache = client.getMutationCache()
    const mutation = cache.getAll().find(({ mutationId }) => mutationId === id)
    if (mutation) cache.remove(mutation)
  })
  // Given up at once, because later messages move it out of those that are loaded.
  useEffect(() => {
    for (const each of outgoing) if (each.failure !== null && isIn(thread, each)) giveUp(each)
  }, [outgoing, thread, giveUp])
  return { mutate, outgoing: outgoing.filter((each) => !isIn(thread, each)), giveUp }
}

const isIn = (thread: Thread | undefined, { clientId }: { clientId: string }): boolean =>
  thread !== undefined && hasArrived(thread.messages, clientId)
