import { Ban, Check, Circle, Clock, LoaderCircle, X } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { useFormats } from '../../logs/use-formats.ts'
import { runMessages } from './messages.ts'
import type { StepState } from './step-states.ts'

const icons = { ahead: Circle, running: LoaderCircle, waiting: Clock, completed: Check, failed: X, skipped: Ban }
const tones = {
  ahead: 'bg-hover text-muted',
  running: 'bg-accent text-on-accent',
  waiting: 'bg-warning-soft text-warning',
  completed: 'bg-positive-soft text-positive',
  failed: 'bg-danger-soft text-danger',
  skipped: 'bg-hover text-muted',
}

/** The state of a step, in the corner of its node. */
export function StepStateMark({ state: { status, duration_ms, times, isPinned } }: { state: StepState }) {
  const words = useMessages(runMessages)
  const { duration } = useFormats()
  const Icon = icons[status]
  const details = [
    duration_ms === null ? '' : duration(duration_ms),
    times > 1 ? words.times(times) : '',
    isPinned ? words.isPinned : '',
  ].filter(Boolean)
  return (
    <div className="absolute -top-3 right-2 flex h-5 items-center rounded-full bg-raised text-2xs font-medium tabular-nums">
      <span className={`flex h-5 items-center gap-1 rounded-full px-1.5 ${tones[status]}`}>
        <Icon aria-hidden className={`size-3 ${status === 'running' ? 'animate-spin' : ''}`} />
        <span className="sr-only">{words.steps[status]}</span>
        {details.length > 0 && <span>{details.join(' · ')}</span>}
      </span>
    </div>
  )
}
