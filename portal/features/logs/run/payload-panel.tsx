import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { RunDetail, StepLog, StepPayload } from '#contracts/logged-runs.ts'
import { omit } from '#contracts/omit.ts'
import { formatBytes } from '../../../lib/format.ts'
import { useLanguage, useMessages, type Words } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { LogsSearch } from '../filters.ts'
import { takenCase } from '../taken-case.ts'
import { useStepPayload } from '../use-runs.ts'
import { runMessages } from './messages.ts'
import { nameOfStep } from './name-of-step.ts'
import { PayloadText } from './payload-text.tsx'
import { isChoosable, type StepRow } from './step-rows.ts'
import { isRepeatable, useRerun } from './use-rerun.ts'

type Chosen = Extract<StepRow, { step: StepLog }>

/** What the run, or the step or call that is chosen, worked with. */
export function PayloadPanel({ run, chosen, search }: { run: RunDetail; chosen: StepRow | null; search: LogsSearch }) {
  const own = useMessages(runMessages)
  const title = chosen === null || !isChoosable(chosen) ? own.whole : nameOf(chosen, own)
  return (
    <section aria-label={own.payload}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 text-base font-semibold tracking-tight break-words">
          {own.payload}
          <span className="font-normal text-muted"> · {title}</span>
        </h2>
        {chosen?.kind === 'step' && chosen.step.cursor === '' && isRepeatable(run) && (
          <RunFromHere run={run} step={chosen.step} search={search} />
        )}
      </div>
      {chosen === null || !isChoosable(chosen) ? (
        <Parts parts={{ input: run.input, flow: run.flow, state: run.state }} />
      ) : (
        <OfStep run={run} chosen={chosen} />
      )}
    </section>
  )
}

function nameOf(chosen: Chosen, { call, speech }: Words<typeof runMessages>): string {
  const name = nameOfStep(chosen.step, speech)
  return chosen.kind === 'call' ? `${name}, ${call(chosen.number)}` : name
}

function RunFromHere({ run, step, search }: { run: RunDetail; step: StepLog; search: LogsSearch }) {
  const own = useMessages(runMessages)
  const rerun = useRerun(run.run_id, search)
  return (
    <Button
      size="small"
      busy={rerun.isPending}
      onClick={() => rerun.mutate({ from_step: step.step_id, seq: step.seq })}
    >
      <RotateCcw aria-hidden className="size-3.5" />
      {own.runFromHere}
    </Button>
  )
}

function OfStep({ run, chosen }: { run: RunDetail; chosen: Chosen }) {
  const own = useMessages(runMessages)
  const language = useLanguage()
  const { step } = chosen
  const [isWanted, setWanted] = useState(false)
  const whole = useStepPayload(run.run_id, step.seq, isWanted)
  const payload = whole.data ?? step
  if (step.content_payload && !whole.data) {
    return (
      <Notice>
        <p>{whole.isError ? own.loadFailed : own.large(formatBytes(step.content_payload.size_bytes, language))}</p>
        <Button
          size="small"
          className="mt-2"
          busy={whole.isFetching}
          onClick={() => (isWanted ? whole.refetch() : setWanted(true))}
        >
          {own.load}
        </Button>
      </Notice>
    )
  }
  return (
    <>
      {step.is_taken_over && <Notice className="mb-2">{own.takenOverText}</Notice>}
      {payload.possibly_repeated && (
        <Notice tone="warning" className="mb-2">
          {own.possiblyRepeatedText}
        </Notice>
      )}
      {step.last_error && (
        <Notice tone="warning" className="mb-2">
          {step.fallback_used && step.status === 'completed' ? own.recovered(step.last_error) : step.last_error}
        </Notice>
      )}
      {chosen.kind === 'call' && chosen.call.error && (
        <Notice tone="warning" className="mb-2">
          {chosen.call.error}
        </Notice>
      )}
      <Parts parts={chosen.kind === 'call' ? partsOfCall(chosen) : partsOfStep(step, payload, own)} />
    </>
  )
}

const partsOfStep = (
  { state, ...step }: StepLog & { state?: unknown },
  payload: StepPayload,
  own: (typeof runMessages)['en'],
) => {
  const summary = omit(step, 'input_data', 'output', 'additional_data', 'content_payload')
  const { input_data: input, output, additional_data, attempts, failures, possibly_repeated } = payload
  const details = { ...summary, attempts, failures, possibly_repeated, ...additional_data }
  const taken = takenCase(step.type, additional_data)
  return { input, output: taken ? own.taken(taken.number, taken.name) : output, details }
}

const partsOfCall = ({ call }: Extract<Chosen, { kind: 'call' }>) => {
  const { messages, system, active_tools, ...details } = call
  return { messages, system, tools: active_tools, details }
}

type PartName = 'input' | 'output' | 'details' | 'flow' | 'state' | 'messages' | 'system' | 'tools'

function Parts({ parts }: { parts: Partial<Record<PartName, unknown>> }) {
  const own = useMessages(runMessages)
  const names = Object.keys(parts) as PartName[]
  const [chosen, setChosen] = useState<PartName | null>(null)
  const shown = chosen ?? names.find((name) => isThere(parts[name])) ?? names[0]
  if (!shown) return null
  return (
    <div className="space-y-2">
      <Segmented
        label={own.payload}
        value={shown}
        choices={names.map((name) => ({ value: name, label: own.parts[name] }))}
        onChange={setChosen}
      />
      <PayloadText key={shown} text={textOf(parts[shown])} />
    </div>
  )
}

const isThere = (value: unknown) => value !== null && value !== undefined && value !== ''

function textOf(value: unknown): string {
  if (!isThere(value)) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
