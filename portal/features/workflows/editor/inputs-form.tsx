import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { INPUT_TYPES, MAX_INPUTS } from '#contracts/flow-names.ts'
import type { Flow, FlowInput } from '#contracts/flows.ts'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { AddButton } from '../../../ui/add-button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { PropertyField } from '../step/schema-form.tsx'
import { schemaOf } from './inputs.ts'
import { editorMessages } from './messages.ts'
import type { WorkflowDraft } from './use-workflow-draft.ts'

type InputsFormProps = { draft: WorkflowDraft; problems: readonly FlowProblem[] }

/** The inputs that the workflow declares: forms and the schemas for teammates and programs are generated from them. */
export function InputsForm({ draft: { values, change }, problems }: InputsFormProps) {
  const { inputs: words } = useMessages(editorMessages)
  const inputs = values.flow?.inputs ?? []
  const become = (next: FlowInput[], topic?: string) => {
    const { inputs: _, ...rest } = values.flow ?? ({ steps: {} } satisfies Flow)
    const flow = next.length > 0 ? { ...rest, inputs: next } : rest
    change({ type: 'edit', values: { flow }, ...(topic && { topic }) })
  }
  const problemAt = (index: number, field: string) =>
    problems.find((problem) => problem.step === null && problem.field === `inputs.${index}.${field}`)?.message
  return (
    <div className="space-y-3">
      {inputs.map((input, index) => (
        <OneInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is identified by its position, because its name is being typed
          key={index}
          input={input}
          number={index + 1}
          problemOf={(field) => problemAt(index, field)}
          onChange={(next, field) =>
            become(
              inputs.map((each, at) => (at === index ? next : each)),
              `inputs.${index}.${field}`,
            )
          }
          onRemove={() => become(inputs.filter((_, at) => at !== index))}
        />
      ))}
      <AddButton
        disabled={inputs.length >= MAX_INPUTS}
        onClick={() => become([...inputs, { name: '', type: 'string' }])}
      >
        {words.add}
      </AddButton>
    </div>
  )
}

type OneInputProps = {
  input: FlowInput
  number: number
  problemOf: (field: string) => string | undefined
  onChange: (input: FlowInput, field: string) => void
  onRemove: () => void
}

function OneInput({ input, number, problemOf, onChange, onRemove }: OneInputProps) {
  const { inputs: words } = useMessages(editorMessages)
  const [isNew] = useState(input.name === '')
  const label = input.name || words.nameOf(number)
  const id = useId()
  const set = (field: string, values: Partial<FlowInput>) => onChange({ ...input, ...values }, field)
  const { default: preset, ...withoutDefault } = input
  return (
    <fieldset aria-labelledby={id} className="min-w-0 space-y-3 rounded-lg border border-line p-3">
      <span id={id} className="sr-only">
        {label}
      </span>
      <div className="flex items-start gap-2">
        <TextField
          label={words.name}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={64}
          autoFocus={isNew}
          className="grow"
          value={input.name}
          error={problemOf('name')}
          onChange={({ target }) => set('name', { name: target.value })}
        />
        <Select
          label={words.type}
          className="w-36 shrink-0"
          value={input.type}
          options={INPUT_TYPES.map((type) => ({ value: type, label: words.types[type] }))}
          // The default may not fit the new type.
          onChange={(type) => onChange({ ...withoutDefault, type }, 'type')}
        />
        <div className="pt-6">
          <ActionButton label={words.remove(label)} onClick={onRemove}>
            <X aria-hidden />
          </ActionButton>
        </div>
      </div>
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        maxLength={1000}
        autoComplete="off"
        value={input.description ?? ''}
        onChange={({ target }) => {
          const { description: _, ...rest } = input
          onChange(target.value === '' ? rest : { ...rest, description: target.value }, 'description')
        }}
      />
      <Switch
        label={words.required}
        checked={input.required === true}
        onChange={(required) => {
          const { required: _, ...rest } = input
          onChange(required ? { ...rest, required } : rest, 'required')
        }}
      />
      <PropertyField
        isData
        property={{ name: words.default, schema: schemaOf({ type: input.type }), isRequired: false }}
        value={preset}
        error={problemOf('default')}
        onChange={(next) => onChange(next === undefined ? withoutDefault : { ...input, default: next }, 'default')}
      />
    </fieldset>
  )
}
