import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RunDetail } from '#contracts/logged-runs.ts'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useHasKeyboard, useMedia } from '../../../lib/media.ts'
import { storedChoice, useChoice } from '../../../lib/stored.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { FlowText } from '../editor/flow-text.tsx'
import { editorMessages } from '../editor/messages.ts'
import { ProblemList } from '../editor/problem-list.tsx'
import type { WorkflowDraft } from '../editor/use-workflow-draft.ts'
import { stepStates } from '../run/step-states.ts'
import { stepMessages } from '../step/messages.ts'
import { numberIn } from '../step/schema-form.tsx'
import { type PanelPart, StepPanel } from '../step/step-panel.tsx'
import { newStep, type StepTypeName } from '../step/step-types.ts'
import { AddStep } from './add-step.tsx'
import { Canvas } from './canvas.tsx'
import './canvas.css'
import { ScrollingSection } from '../../../ui/scrolling.tsx'
import { addStep } from './change-flow.ts'
import { placeBehind } from './layout.ts'
import { canvasMessages } from './messages.ts'

type FlowViewProps = {
  draft: WorkflowDraft
  problems: FlowProblem[]
  warnings: FlowProblem[]
  isChecked: boolean
  run: RunDetail | null
  /** Whether the run shows on the steps, or only as data beside them. */
  isWatched: boolean
}

const textBeside = storedChoice('alongside:flow-text', ['off', 'on'] as const, () => 'off')

/** The canvas with the selected step's form beside it; read-only on a narrow screen. */
export function FlowView({ draft, problems, warnings, isChecked, run, isWatched }: FlowViewProps) {
  const words = useMessages(canvasMessages)
  const step = useMessages(stepMessages)
  const isNarrow = useMedia('(max-width: 767px)')
  const isWide = useMedia('(min-width: 1280px)')
  const hasKeyboard = useHasKeyboard()
  const hasText = useChoice(textBeside) === 'on' && isWide
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** Scrolled into view by the canvas; a new object for each request. */
  const [sought, setSought] = useState<{ step: string }>()
  const [isAdding, setAdding] = useState(false)
  const [part, setPart] = useState<PanelPart>('settings')
  const { values, change, brokenText } = draft
  const [only, ...others] = [...selected].filter((id) => values.flow?.steps[id])
  const chosen = others.length === 0 ? only : undefined
  const chosenPlace = useMemo(() => (chosen === undefined ? undefined : { step: chosen, field: null }), [chosen])
  const readOnly = isNarrow || brokenText !== null
  const { starting_step_id: start } = values
  const states = useMemo(() => (run && isWatched ? stepStates(run, start) : null), [run, isWatched, start])
  const show = (step: string) => {
    setSelected(new Set([step]))
    setSought({ step })
  }
  const add = (type: StepTypeName) => {
    const after = chosen ?? null
    const before = after === null ? undefined : values.flow?.steps[after]?.position
    const added = newStep(type, words.types[type])
    const position = values.flow && before && placeBehind(values.flow, before, added)
    const [next, id] = addStep(values, { ...added, ...(position && { position }) }, after)
    change({ type: 'edit', values: next })
    show(id)
    setAdding(false)
  }
  const rename = () => {
    // At once, so that no key that follows is lost.
    flushSync(() => setPart('settings'))
    document.querySelector<HTMLInputElement>('[data-step-name]')?.focus()
  }
  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      <div className="relative min-h-0 min-w-0 grow">
        <ReactFlowProvider>
          <Canvas
            draft={draft}
            problems={problems}
            states={states}
            readOnly={readOnly}
            selected={selected}
            sought={sought}
            onSelect={setSelected}
            onAdd={() => setAdding(true)}
            onRename={rename}
          />
        </ReactFlowProvider>
      </div>
      {hasText && (
        <div className="flex w-96 shrink-0 flex-col border-l border-line">
          <FlowText draft={draft} problems={problems} sought={chosenPlace} />
        </div>
      )}
      <ScrollingSection
        label={step.panel}
        className="shrink-0 overflow-y-auto border-line p-4 max-md:max-h-56 max-md:border-t md:w-88 md:border-l"
      >
        {chosen !== undefined && !readOnly ? (
          <div data-typing-area>
            <StepPanel
              key={`${chosen} ${draft.revision}`}
              id={chosen}
              draft={draft}
              problems={problems.filter(({ step }) => step === chosen)}
              run={run}
              part={part}
              onPart={setPart}
            />
          </div>
        ) : (
          <>
            {!readOnly && (
              <>
                <div className="mb-5">
                  <Button className="w-full" onClick={() => setAdding(true)}>
                    {words.addStep}
                  </Button>
                  {hasKeyboard && <p className="mt-2 text-xs text-pretty text-muted">{words.keys}</p>}
                </div>
                {isWide && (
                  <div className="mb-5">
                    <Switch
                      label={words.showText}
                      checked={hasText}
                      onChange={(on) => textBeside.set(on ? 'on' : 'off')}
                    />
                  </div>
                )}
              </>
            )}
            {isNarrow && <p className="mb-4 text-xs text-pretty text-muted">{words.narrow}</p>}
            <Problems
              draft={draft}
              problems={problems}
              warnings={warnings}
              isChecked={isChecked}
              onChoose={({ step }) => step !== null && show(step)}
            />
            {!readOnly && <Deadline draft={draft} />}
          </>
        )}
      </ScrollingSection>
      {isAdding && <AddStep onAdd={add} onClose={() => setAdding(false)} />}
    </div>
  )
}

type ProblemsProps = Pick<FlowViewProps, 'draft' | 'problems' | 'warnings' | 'isChecked'> & {
  onChoose: (problem: FlowProblem) => void
}

function Problems({ draft: { values, brokenText }, ...rest }: ProblemsProps) {
  const { check } = useMessages(editorMessages)
  return (
    <>
      <h2 className="mb-3 text-sm font-semibold">{check}</h2>
      <ProblemList {...rest} values={values} brokenText={brokenText !== null} />
    </>
  )
}

function Deadline({ draft: { values, change } }: { draft: WorkflowDraft }) {
  const words = useMessages(canvasMessages)
  const { flow } = values
  if (!flow) return null
  const set = (text: string) => {
    const { timeout_seconds: _, ...rest } = flow
    const seconds = numberIn(text)
    if (typeof seconds === 'string') return
    const next = seconds === undefined ? rest : { ...rest, timeout_seconds: seconds }
    change({ type: 'edit', values: { flow: next }, topic: 'deadline' })
  }
  return (
    <TextField
      className="mt-6"
      label={words.deadline}
      hint={words.deadlineHint}
      inputMode="numeric"
      autoComplete="off"
      value={String(flow.timeout_seconds ?? '')}
      onChange={(event) => set(event.target.value)}
    />
  )
}
