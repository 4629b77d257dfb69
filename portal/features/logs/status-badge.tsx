import type { RunStatus } from '#contracts/runs.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { logMessages } from './messages.ts'

const tones = {
  queued: 'neutral',
  running: 'accent',
  suspended: 'warning',
  completed: 'positive',
  failed: 'danger',
  cancelled: 'neutral',
} as const

export function StatusBadge({ status }: { status: RunStatus }) {
  const words = useMessages(logMessages)
  return <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
}
