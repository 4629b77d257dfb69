import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { applyEvents } from '#thread/apply-events.ts'
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
    thread,
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
  const withOwner = ({ error, ...reply }: OnItsWay<Sending>): OutgoingReply => ({
    ...reply,
    error,
    isAnothers: error instanceof ApiError && error.code === 'ASSIGNED_TO_ANOTHER',
  })
  return { send, retry, giveUp, outgoing: outgoing.map(withOwner) }
}
