import { AlarmClock, Ban, Check } from 'lucide-react'
import type { InboxConversation } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { markMessages } from './messages.ts'
import { useStatusOf } from './use-marks.ts'

const icons = { resolved: Check, snoozed: AlarmClock, spam: Ban }

/** The mark of a listed conversation. */
export function MarkBadge({ row }: { row: InboxConversation }) {
  const words = useMessages(markMessages)
  const status = useStatusOf()(row)
  if (!status) return null
  const Icon = icons[status]
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-muted" title={words.own}>
      <Icon aria-hidden className="size-3" />
      {words.badge[status]}
    </span>
  )
}
