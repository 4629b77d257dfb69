import { Trash2 } from 'lucide-react'
import type { FlowStep } from '#contracts/flows.ts'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { removeSteps } from '../canvas/change-flow.ts'
import type { Change, Values } from '../editor/draft.ts'
import { ExitFields } from './exit-fields.tsx'
import { FailureFields } from './failure-fields.tsx'
import { JsonField } from './json-field.tsx'
import { stepMessages } from './messages.ts'
import { StepFieldControl } from './step-field.tsx'
import { stepKindOf } from './step-types.ts'

type StepFormProps = {
  id: string
  step: FlowStep
  values: Values
  problems: FlowProblem[]
  /** Edits under one topic are undone together. */
  onEdit: (topic: string | undefined, updater: (step: FlowStep) => FlowStep) => void
  onChange: (change: Change) => void
}

/** The form of a step: common fields, and those of its type. */
export function StepForm({ id, step, values, problems, onEdit, onChange }: StepFormProps) {
  const words = useMessages(stepMessages)
  const kind = stepKindOf(step.type)
  const fields = kind?.fields ?? []
  const set = (field: string, value: unknown) => onEdit(field, (step) => withValue(step, field, value))
  const problemOf = (field: string) => problems.find((each) => isAt(each, field))?.message
  const shown = [...fields.map(({ name }) => String(name)), 'name', 'retry', 'timeout_seconds', 'pinned']
  const others = problems.filter((problem) => !shown.some((name) => isAt(problem, name)))
  return (
    <div className="space-y-4">
      <TextField
        label={words.name}
        data-step-name
        maxLength={200}
        autoComplete="off"
        value={step.name}
        error={problemOf('name')}
        hint={words.reads(`{{output.${id}}}`)}
        onChange={(event) => set('name', event.target.value)}
      />
      {others.map(({ field, message }) => (
        <p key={`${field} ${message}`} role="alert" className="text-xs text-danger">
          {[field, message].filter(Boolean).join(': ')}
        </p>
      ))}
      {fields.map((field) => (
        <StepFieldControl
          key={field.name}
          field={field}
          step={step}
          error={problemOf(field.name)}
          onChange={(value) => set(field.of ?? field.name, value)}
        />
      ))}
      <hr className="border-line" />
      <ExitFields id={id} step={step} steps={values.flow?.steps ?? {}} onChange={onEdit} />
      {!kind?.isLast && <FailureFields step={step} problemOf={problemOf} onChange={set} />}
      <Switch
        label={words.isOff}
        hint={words.isOffHint}
        checked={step.disabled === true}
        onChange={(on) => set('disabled', on || undefined)}
      />
      <TextArea
        label={words.note}
        maxLength={5000}
        rows={2}
        value={step.note ?? ''}
        onChange={(event) => set('note', event.target.value || undefined)}
      />
      <JsonField
        isData
        label={words.pinned}
        hint={words.pinnedHint}
        value={step.pinned}
        onChange={(value) => set('pinned', value)}
      />
      <div className="flex flex-wrap gap-2">
        {values.starting_step_id !== id && (
          <Button size="small" onClick={() => onChange({ type: 'edit', values: { starting_step_id: id } })}>
            {words.startHere}
          </Button>
        )}
        <Button
          size="small"
          look="danger"
          onClick={() => onChange({ type: 'edit', values: removeSteps(values, new Set([id])) })}
        >
          <Trash2 aria-hidden className="size-3.5" />
          {words.delete}
        </Button>
      </div>
    </div>
  )
}

const isAt = ({ field: at }: FlowProblem, field: string) => at === field || at?.startsWith(`${field}.`) === true

function withValue(step: FlowStep, field: string, value: unknown): FlowStep {
  const changed = { ...step, [field]: value }
  if (value === undefined) delete changed[field]
  return changed
}
