import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Message, MessageDelivery } from '#contracts/conversations.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { useMessages, type Words } from '../../../lib/i18n.ts'
import { sentenceOf } from '../../../lib/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { replyFieldId } from '../conversation/reply-box.tsx'
import { deliveryReason, unconfirmed } from './delivery-reason.ts'
import { deliveryMessages } from './messages.ts'

/** Says that the contact did not get a message, or not yet, and sends it again; nothing where no attempt has failed. */
export function NotDelivered({ message }: { message: Message }) {
  const words = useMessages(deliveryMessages)
  const { delivery } = message
  if (!delivery) return null
  const { state, last_error } = delivery
  const isRetried = state === 'pending' && last_error !== null
  if (state !== 'failed' && state !== 'withdrawn' && !isRetried) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-warning">
      <p className="flex min-w-0 items-start gap-1.5">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{sentenceAbout(delivery, words)}</span>
      </p>
      {state === 'failed' && <Resend message={message} />}
    </div>
  )
}

function sentenceAbout(
  { state, withdrawn_because, last_error, may_have_arrived }: MessageDelivery,
  words: Words<typeof deliveryMessages>,
): string {
  if (withdrawn_because === 'taken_over') return words.withdrawn
  if (state === 'failed' && may_have_arrived) return unconfirmed(last_error, words)
  if (!last_error) return words.undelivered
  const reason = deliveryReason(last_error, words)
  return state === 'pending' ? words.pending(reason) : words.undeliveredBecause(reason)
}

function Resend({ message }: { message: Message }) {
  const words = useMessages(deliveryMessages)
  const { organization_id, conversation_id, id } = message
  const resend = useMutation({
    mutationFn: () => call(inboxPaths.resendMessage, { params: { organization_id, conversation_id, message_id: id } }),
    // The button disappears with the failure.
    onSuccess: () => document.getElementById(replyFieldId)?.focus(),
    onError: (error) => showToast(sentenceOf(error, words.resendFailed)),
  })
  return (
    <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
      {words.resend}
    </Button>
  )
}
