import { TriangleAlert } from 'lucide-react'
import type { MessageDelivery } from '#contracts/conversations.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { inboxMessages } from '../messages.ts'

/** Says that the contact did not get a message; nothing where they did, or still may. */
export function NotDelivered({ delivery }: { delivery: MessageDelivery | undefined }) {
  const words = useMessages(inboxMessages)
  if (delivery?.state !== 'failed' && delivery?.state !== 'withdrawn') return null
  const { withdrawn_because, last_error } = delivery
  const sentence = () => {
    if (withdrawn_because === 'taken_over') return words.withdrawn
    return last_error ? words.undeliveredBecause(last_error) : words.undelivered
  }
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-warning">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{sentence()}</span>
    </p>
  )
}
