import { useMemo, useRef } from 'react'
import type { Flow, FlowStep } from '#contracts/flows.ts'
import type { RunDetail } from '#contracts/logged-runs.ts'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { insertText, type TextElement } from '../../../ui/use-caret-menu.ts'
import { useVariables } from '../../settings/variables/use-variables.ts'
import { changeStep } from '../canvas/change-flow.ts'
import type { WorkflowDraft } from '../editor/use-workflow-draft.ts'
import { dataOf } from '../run/step-states.ts'
import { stepMessages } from './messages.ts'
import { placeholdersFor } from './placeholders.ts'
import { StepContextProvider } from './step-context.tsx'
import { StepData } from './step-data.tsx'
import { StepForm } from './step-form.tsx'

export type PanelPart = 'settings' | 'data'
type StepPanelProps = {
  id: string
  draft: WorkflowDraft
  problems: FlowProblem[]
  run: RunDetail | null
  part: PanelPart
  onPart: (part: PanelPart) => void
}

/** A step's form and its data in the last run. */
export function StepPanel({ id, draft, problems, run, part, onPart }: StepPanelProps) {
  const words = useMessages(stepMessages)
  const { values, change } = draft
  const lastField = useRef<TextElement | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const placeholders = usePlaceholders(values.flow, id, run)
  const stepContext = useMemo(() => ({ placeholders, lastField }), [placeholders])
  const step = values.flow?.steps[id]
  if (!step) return null
  const edit = (topic: string | undefined, updater: (step: FlowStep) => FlowStep) =>
    change({ type: 'edit', values: changeStep(values, id, updater), ...(topic && { topic: `${id} ${topic}` }) })
  const insert = (name: string) => {
    onPart('settings')
    // The form is there again once this was drawn.
    requestAnimationFrame(() => {
      const last = lastField.current?.isConnected ? lastField.current : null
      const element = last ?? form.current?.querySelector<TextElement>('[data-template]')
      if (element) insertText(element, `{{${name}}}`)
    })
  }
  return (
    <StepContextProvider value={stepContext}>
      <div className="mb-4">
        <Segmented
          label={words.parts}
          value={part}
          choices={[
            { value: 'settings', label: words.settings },
            { value: 'data', label: words.data },
          ]}
          onChange={onPart}
        />
      </div>
      {/* It stays, so that a value goes where the caret was. */}
      <div ref={form} hidden={part !== 'settings'}>
        <StepForm id={id} step={step} values={values} problems={problems} onEdit={edit} onChange={change} />
      </div>
      {part === 'data' && (
        <StepData
          id={id}
          step={step}
          run={run}
          onInsert={insert}
          onPin={(output) =>
            edit(undefined, ({ pinned: _, ...rest }) => (output === undefined ? rest : { ...rest, pinned: output }))
          }
        />
      )}
    </StepContextProvider>
  )
}

const NO_FLOW: Flow = { steps: {} }

function usePlaceholders(flow: Flow | null, id: string, run: RunDetail | null) {
  const { data } = useVariables()
  const variables = data?.data
  const takesSecrets = flow?.steps[id]?.type === 'http_request'
  return useMemo(
    () =>
      placeholdersFor({
        flow: flow ?? NO_FLOW,
        id,
        run: run && dataOf(run),
        // Secrets are only filled in where their value is not shown.
        variables: (variables ?? [])
          .filter(({ is_secret }) => !is_secret || takesSecrets)
          .map(({ placeholder, value, is_secret }) => ({ placeholder, value: is_secret ? '' : value })),
      }),
    [flow, id, run, variables, takesSecrets],
  )
}
