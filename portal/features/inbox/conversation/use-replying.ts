import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { applyEvents } from '#thread/apply-events.ts'
import { hasArrived } from '#thread/outgoing.ts'
import type { Thread } from '#thread/thread.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useSession } from '../../../lib/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { type OnItsWay, useOutgoing } from '../../conversation/outgoing/use-outgoing.ts'

type Sending = { clientId: string; text: string }
export type OutgoingReply = OnItsWay<Sending> & { isAnothers: boolean }

/** Replies of an operator to a conversation. */
export function useReplying(conversation_id: string, thread: Thread | undefined) {
  const { organization, user } = useSession()
  const client = useQueryClient()
  const { mutate, outgoing, giveUp } = useOutgoing({
    mutationKey: ['reply', user.id, organization.id, conversation_id],
    request: ({ clientId, text }: Sending) =>
      call(inboxPaths.sendOperatorMessage, {
        params: { organization_id: organization.id, conversation_id },
        body: { content: text, client_message_id: clientId },
      }),
    onAccepted: (message) =>
      client.setQueryData<Thread>(
        queryKeys.inboxThread(organization.id, conversation_id),
        (cached) => cached && applyEvents(cached, [{ kind: 'accepted', message }]),
      ),
  })
  const send = useStable((text: string, clientId: string = randomId()) => mutate({ text, clientId }))
  const retry = useStable((failed: OutgoingReply) => {
    giveUp(failed)
    send(failed.text, failed.clientId)
  })
  return { send, retry, giveUp, outgoing: shownOf(outgoing, thread) }
}

function shownOf(outgoing: OnItsWay<Sending>[], thread: Thread | undefined): OutgoingReply[] {
  return outgoing
    .filter(({ clientId }) => !hasArrived(thread?.messages ?? [], clientId))
    .map((reply) => ({
      ...reply,
      isAnothers: reply.error instanceof ApiError && reply.error.code === 'ASSIGNED_TO_ANOTHER',
    }))
}
