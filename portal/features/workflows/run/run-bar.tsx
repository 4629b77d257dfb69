import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { RunDetail } from '#contracts/logged-runs.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { StatusBadge } from '../../logs/status-badge.tsx'
import { StopRun } from '../../logs/stop-run.tsx'
import { useFormats } from '../../logs/use-formats.ts'
import { RunQuestions } from '../../run-questions/run-questions.tsx'
import { runMessages } from './messages.ts'

/** The state of the watched run, with its actions. */
export function RunBar({ run, onHide }: { run: RunDetail | null; onHide: () => void }) {
  const words = useMessages(runMessages)
  const language = useLanguage()
  const { duration } = useFormats()
  const isCut = run !== null && run.steps_total > run.steps.length
  return (
    <section
      aria-label={words.bar}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-4 py-1.5 text-xs md:px-6"
    >
      {run && <StatusBadge status={run.status} />}
      <p role="status" className="min-w-0 break-words">
        {run ? words.statuses[run.status] : words.loading}
        {run?.state.error && <span className="text-danger"> {run.state.error}</span>}
      </p>
      {run?.duration_ms != null && <span className="text-muted tabular-nums">{duration(run.duration_ms)}</span>}
      {isCut && (
        <span className="text-muted">
          {words.stepsLeftOut(formatNumber(run.steps.length, language), formatNumber(run.steps_total, language))}
        </span>
      )}
      <div className="grow" />
      {run && <StopRun run={run} />}
      {run && (
        <Link to="/logs" search={{ run: run.run_id }} className={buttonClass({ look: 'quiet', size: 'small' })}>
          {words.openLog}
        </Link>
      )}
      <IconButton label={words.hide} onClick={onHide}>
        <X aria-hidden />
      </IconButton>
      {run?.status === 'suspended' && <RunQuestions run_id={run.run_id} />}
    </section>
  )
}
