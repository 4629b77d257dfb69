import { Link } from '@tanstack/react-router'
import { Pin, PinOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FlowStep } from '#contracts/flows.ts'
import type { RunDetail, StepLog } from '#contracts/logged-runs.ts'
import { formatBytes, formatTime } from '../../../lib/format.ts'
import { useLanguage, useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScrollingText } from '../../../ui/scrolling.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { StatusBadge } from '../../logs/status-badge.tsx'
import { takenCase } from '../../logs/taken-case.ts'
import { useFormats } from '../../logs/use-formats.ts'
import { useStepPayload } from '../../logs/use-runs.ts'
import { dataOf, ownSteps } from '../run/step-states.ts'
import { stepMessages } from './messages.ts'
import { useStepContext } from './step-context.tsx'
import { ValueTree } from './value-tree.tsx'

type StepDataProps = {
  id: string
  step: FlowStep
  run: RunDetail | null
  onPin: (output: unknown) => void
  /** Inserts a placeholder into the text field that was edited last. */
  onInsert: (name: string) => void
}

/** The step's input and output in the shown run, and its placeholders with their values. */
export function StepData({ id, step, run, onPin, onInsert }: StepDataProps) {
  const words = useMessages(stepMessages)
  const { shortMoment } = useFormats()
  const pinned = step.pinned !== undefined && (
    <Notice icon={<Pin aria-hidden />}>
      <p>{words.run.isPinned}</p>
      <Button size="small" className="mt-2" onClick={() => onPin(undefined)}>
        <PinOff aria-hidden className="size-3.5" />
        {words.run.unpin}
      </Button>
    </Notice>
  )
  if (!run) {
    return (
      <div className="space-y-4">
        {pinned}
        <p className="text-sm text-pretty text-muted">{words.run.none}</p>
      </div>
    )
  }
  const times = ownSteps(run).filter(({ step_id }) => step_id === id)
  return (
    <div className="space-y-4 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        <span className="text-muted">{words.run.of(shortMoment(run.created_at))}</span>
        <StatusBadge status={run.status} />
        <Link to="/logs" search={{ run: run.run_id }} className="rounded text-accent hover:underline">
          {words.run.open}
        </Link>
      </div>
      {pinned}
      {times.length === 0 ? (
        <p className="text-muted">{words.run.notReached}</p>
      ) : (
        <OfTimes key={run.run_id} id={id} run={run} times={times} onPin={onPin} />
      )}
      <Readable id={id} run={run} onInsert={onInsert} />
    </div>
  )
}

type OfTimesProps = Pick<StepDataProps, 'id' | 'onPin'> & { run: RunDetail; times: StepLog[] }

function OfTimes({ id, run, times, onPin }: OfTimesProps) {
  const words = useMessages(stepMessages)
  const language = useLanguage()
  const [wanted, setWanted] = useState<string | null>(null)
  const chosen = times.find(({ seq }) => String(seq) === wanted) ?? times.at(-1)
  const [isLoaded, setLoaded] = useState(false)
  const payload = useStepPayload(run.run_id, chosen?.seq ?? 0, isLoaded && chosen?.content_payload != null)
  if (!chosen) return null
  const { content_payload: large } = chosen
  const { input_data, output, additional_data } = payload.data ?? chosen
  const taken = takenCase(chosen.type, additional_data)
  const isThere = large === null || payload.data !== undefined
  return (
    <>
      {times.length > 1 && (
        <Select
          label={words.run.times(times.length)}
          value={String(chosen.seq)}
          options={times.map(({ seq, started_at }, index) => ({
            value: String(seq),
            label: words.run.time(index + 1, formatTime(started_at, language)),
          }))}
          onChange={setWanted}
        />
      )}
      {chosen.last_error && <Notice tone="warning">{chosen.last_error}</Notice>}
      {!isThere && large && (
        <Notice>
          <p>{payload.isError ? words.run.loadFailed : words.run.large(formatBytes(large.size_bytes, language))}</p>
          <Button size="small" className="mt-2" busy={payload.isFetching} onClick={() => setLoaded(true)}>
            {words.run.load}
          </Button>
        </Notice>
      )}
      {isThere && input_data !== null && input_data !== undefined && (
        <Part title={words.run.input}>
          <JsonText value={input_data} />
        </Part>
      )}
      {isThere && (
        <Part
          title={words.run.output}
          action={
            chosen.status === 'completed' && output !== null && output !== undefined ? (
              <Button size="small" onClick={() => onPin(output)}>
                <Pin aria-hidden className="size-3.5" />
                {words.run.pin}
              </Button>
            ) : null
          }
        >
          {additional_data?.pinned === true && <p className="mb-1 text-xs text-muted">{words.run.pinnedRun}</p>}
          {taken ? (
            <p className="text-xs">{words.run.taken(taken.number, taken.name)}</p>
          ) : (
            <Output id={id} output={output} />
          )}
        </Part>
      )}
    </>
  )
}

function Output({ id, output }: { id: string; output: unknown }) {
  const words = useMessages(stepMessages)
  if (output === null || output === undefined) return <p className="text-xs text-muted">{words.run.noOutput}</p>
  const copy = async (name: string) => {
    await navigator.clipboard.writeText(`{{${name}}}`)
    showToast(words.run.copied(`{{${name}}}`))
  }
  return (
    <>
      <Tree>
        <ValueTree name={`output.${id}`} value={output} hint={words.run.copy} onPick={copy} />
      </Tree>
      <p className="mt-1.5 text-xs text-pretty text-muted">{words.run.outputHint}</p>
    </>
  )
}

/** The step's placeholders with their values in this run. */
function Readable({ id, run, onInsert }: { id: string; run: RunDetail; onInsert: (name: string) => void }) {
  const words = useMessages(stepMessages)
  const { placeholders } = useStepContext()
  const { input, outputs, state } = dataOf(run)
  const isBefore = (step: string) => step !== id && placeholders.some(({ name }) => name === `output.${step}`)
  const values: [string, unknown][] = [
    ...(input === null ? [] : [['input', input] as [string, unknown]]),
    ...[...outputs].flatMap(([step, output]): [string, unknown][] =>
      output !== null && isBefore(step) ? [[`output.${step}`, output]] : [],
    ),
    ...placeholders.flatMap(({ name }): [string, unknown][] => {
      const [source, key = ''] = name.split('.')
      return source === 'state' && name === `state.${key}` && key in state ? [[name, state[key]]] : []
    }),
  ]
  if (values.length === 0) return null
  return (
    <Part title={words.run.reads}>
      <Tree>
        {values.map(([name, value]) => (
          <ValueTree key={name} name={name} value={value} hint={words.run.insert} onPick={onInsert} />
        ))}
      </Tree>
      <p className="mt-1.5 text-xs text-pretty text-muted">{words.run.readsHint}</p>
    </Part>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

function Tree({ children }: { children: ReactNode }) {
  return <div className="overflow-x-auto rounded-lg border border-line p-1.5 font-mono text-2xs">{children}</div>
}

const MAX_CHARACTERS = 20_000

function JsonText({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <ScrollingText className="max-h-48 overflow-auto rounded-lg border border-line p-2 font-mono text-2xs break-words whitespace-pre-wrap">
      {text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text}
    </ScrollingText>
  )
}
