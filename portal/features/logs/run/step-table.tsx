import { AudioLines, Bot, CircleAlert, CircleCheck, CircleDashed, CornerDownRight, Repeat } from 'lucide-react'
import type { StepLog } from '#contracts/logged-runs.ts'
import { formatNumber, formatUsd } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { canvasMessages } from '../../workflows/canvas/messages.ts'
import { logMessages } from '../messages.ts'
import { useFormats } from '../use-formats.ts'
import { runMessages } from './messages.ts'
import { nameOfStep } from './name-of-step.ts'
import { isChoosable, type StepRow } from './step-rows.ts'

type StepTableProps = {
  rows: StepRow[]
  view: 'tree' | 'timeline'
  chosen: string | null
  onChoose: (key: string | undefined) => void
}

/** The steps as they are inside each other, with time, tokens and cost, or with bars of when each was at work. */
export function StepTable({ rows, view, chosen, onChoose }: StepTableProps) {
  const words = useMessages(logMessages)
  const own = useMessages(runMessages)
  const span = spanOf(rows)
  return (
    <Table caption={own.steps}>
      <thead>
        <tr>
          <Th>{own.name}</Th>
          {view === 'timeline' && (
            <Th className="w-1/4 sm:w-1/2">
              <span className="sr-only">{own.timeline}</span>
            </Th>
          )}
          <Th className="text-right">{words.duration}</Th>
          {view === 'tree' && (
            <>
              <Th className="text-right max-sm:hidden">{words.tokens}</Th>
              <Th className="text-right max-sm:hidden">{words.cost}</Th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} view={view} span={span} isChosen={row.key === chosen} onChoose={onChoose} />
        ))}
      </tbody>
    </Table>
  )
}

type Span = { from: number; ms: number }

function spanOf(rows: StepRow[]): Span {
  const starts = rows.flatMap(({ started }) => started ?? [])
  const from = starts.length > 0 ? Math.min(...starts) : 0
  const ends = rows.flatMap(({ started, duration_ms }) => (started === null ? [] : started + (duration_ms ?? 0)))
  return { from, ms: Math.max(1, ...ends.map((end) => end - from)) }
}

type RowProps = Pick<StepTableProps, 'view' | 'onChoose'> & { row: StepRow; span: Span; isChosen: boolean }

function Row({ row, view, span, isChosen, onChoose }: RowProps) {
  const language = useLanguage()
  const { duration } = useFormats()
  return (
    <tr className={classNames('relative', isChosen ? 'bg-selected' : isChoosable(row) && 'hover:bg-hover')}>
      <Td className={classNames('max-w-0 min-w-40 py-2', view === 'tree' && 'w-full')}>
        <span className="flex items-center gap-2" style={{ paddingLeft: `${Math.min(row.depth, 8) * 1.25}rem` }}>
          <Name row={row} isChosen={isChosen} onChoose={onChoose} />
        </span>
      </Td>
      {view === 'timeline' && (
        <Td className="py-2">
          <Bar row={row} span={span} />
        </Td>
      )}
      <Td className="py-2 text-right whitespace-nowrap tabular-nums">{duration(row.duration_ms)}</Td>
      {view === 'tree' && (
        <>
          <Td className="py-2 text-right tabular-nums max-sm:hidden">
            {row.tokens === null ? '' : formatNumber(row.tokens, language)}
          </Td>
          <Td className="py-2 text-right tabular-nums max-sm:hidden">
            {row.usd_cost === null ? '' : formatUsd(row.usd_cost, language)}
          </Td>
        </>
      )}
    </tr>
  )
}

const icons = {
  completed: <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />,
  failed: <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />,
  in_progress: <CircleDashed aria-hidden className="size-4 shrink-0 text-muted" />,
}

function Name({ row, isChosen, onChoose }: Pick<RowProps, 'row' | 'isChosen' | 'onChoose'>) {
  const typeNames: Record<string, string> = useMessages(canvasMessages).types
  const own = useMessages(runMessages)
  if (!isChoosable(row)) {
    const Icon = row.kind === 'walk' ? Repeat : AudioLines
    return (
      <>
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="truncate text-muted">{row.kind === 'walk' ? row.name : own.phases[row.phase]}</span>
      </>
    )
  }
  const isCall = row.kind === 'call'
  const name = isCall
    ? row.call.is_compaction
      ? own.compaction
      : own.call(row.number)
    : nameOfStep(row.step, own.speech)
  const type = row.kind === 'step' && row.step.type === 'speech' ? own.spokenAnswer : typeNames[row.step.type]
  const note = isCall ? row.call.model : (type ?? row.step.type)
  return (
    <>
      {row.depth > 0 && !isCall && <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
      {isCall ? <Bot aria-hidden className="size-4 shrink-0 text-faint" /> : icons[row.step.status]}
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? undefined : row.key)}
        className="min-w-0 truncate rounded text-left after:absolute after:inset-0"
      >
        <span className="font-medium">{name}</span> <span className="text-xs text-muted">{note}</span>
        {!isCall && row.step.status !== 'completed' && (
          <span className="sr-only"> {row.step.status === 'failed' ? own.failedStep : own.inProgress}</span>
        )}
      </button>
      {!isCall && <Marks step={row.step} />}
    </>
  )
}

/** What else than it seems happened to a step. */
function Marks({ step }: { step: StepLog }) {
  const words = useMessages(logMessages)
  const own = useMessages(runMessages)
  const { attempts = 1, possibly_repeated, additional_data, is_taken_over, fallback_used } = step
  return (
    <>
      {is_taken_over && <Badge>{own.takenOver}</Badge>}
      {additional_data?.pinned === true && <Badge tone="neutral">{own.pinned}</Badge>}
      {possibly_repeated && <Badge tone="warning">{own.possiblyRepeated}</Badge>}
      {attempts > 1 && <Badge tone="neutral">{own.tries(attempts)}</Badge>}
      {fallback_used && <Badge tone="warning">{words.fallbackUsed}</Badge>}
    </>
  )
}

function Bar({ row, span }: { row: StepRow; span: Span }) {
  if (row.started === null) return null
  const percent = (ms: number) => `${Math.min(100, Math.max(0, (ms / span.ms) * 100))}%`
  const isFailed = row.kind === 'step' && row.step.status === 'failed'
  return (
    <div aria-hidden className="relative h-3 min-w-24 rounded-full bg-hover">
      <div
        className={classNames(
          'absolute inset-y-0 min-w-1 rounded-full',
          isFailed ? 'bg-danger' : row.kind === 'call' ? 'bg-accent/50' : 'bg-accent',
        )}
        style={{
          left: percent(row.started - span.from),
          width: percent(row.duration_ms ?? span.from + span.ms - row.started),
        }}
      />
    </div>
  )
}
