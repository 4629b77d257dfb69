import { TriangleAlert } from 'lucide-react'
import type { MessageDelivery } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { deliveryReason } from './delivery-reason.ts'
import { deliveryMessages } from './messages.ts'

/** Says that the contact did not get a message, or not yet; nothing where no attempt has failed. */
export function NotDelivered({ delivery }: { delivery: MessageDelivery | undefined }) {
  const words = useMessages(deliveryMessages)
  if (!delivery) return null
  const { state, withdrawn_because, last_error } = delivery
  const isRetried = state === 'pending' && last_error !== null
  if (state !== 'failed' && state !== 'withdrawn' && !isRetried) return null
  const sentence = () => {
    if (withdrawn_because === 'taken_over') return words.withdrawn
    if (!last_error) return words.undelivered
    const reason = deliveryReason(last_error, words)
    return isRetried ? words.pending(reason) : words.undeliveredBecause(reason)
  }
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-warning">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{sentence()}</span>
    </p>
  )
}
