import { useMessages } from '../../lib/i18n.ts'
import { inboxCountsMessages } from './messages.ts'
import { useCounts } from './use-counts.ts'

/** How many conversations wait for a person, beside the way to the inbox. */
export function WaitingCount() {
  const words = useMessages(inboxCountsMessages)
  const { data } = useCounts({ category: 'all', teammate: null })
  const count = data ? data.waiting + data.escalated : 0
  if (count === 0) return null
  return (
    <span
      title={words.waiting(count)}
      className="ml-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-warning-soft px-1.5 text-2xs font-semibold text-warning tabular-nums"
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{words.waiting(count)}</span>
    </span>
  )
}
