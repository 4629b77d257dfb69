import type { FlowStep } from '#contracts/flows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { TextArea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { ChatModelPicker } from '../../models/chat-model-picker.tsx'
import { useVariables } from '../../settings/variables/use-variables.ts'
import { isRecord } from '../editor/draft.ts'
import { areCases, CasesField } from './cases-field.tsx'
import { ToolInputField, WorkflowInputField } from './input-fields.tsx'
import { FormOrJson } from './json-field.tsx'
import { ChosenField, LinesField } from './list-fields.tsx'
import { stepMessages } from './messages.ts'
import { TeammateField, ToolField, toolOptions, useFlowTools, WorkflowField } from './pickers.tsx'
import { hasPlainQuery, queryOf, withQuery } from './query.ts'
import { RowsField, type Values } from './rows-field.tsx'
import { numberIn } from './schema-form.tsx'
import { fieldDefaults, type StepField } from './step-types.ts'
import { TemplateField } from './template-field.tsx'
import { ValueField } from './value-field.tsx'

type StepFieldProps = {
  field: StepField
  step: FlowStep
  error?: string | undefined
  /** Undefined takes the field out of the step. */
  onChange: (value: unknown) => void
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** The form control of a step's field, by its kind. */
export function StepFieldControl({ field, step, error, onChange }: StepFieldProps) {
  const words = useMessages(stepMessages)
  const { name, kind, of = name, options = [] } = field
  const value = step[of] ?? fieldDefaults[name]
  const props = { label: words.fields[name], hint: words.hints[`${step.type}.${name}`] ?? words.hints[name], error }
  switch (kind) {
    case 'line':
      return <TemplateField {...props} value={toText(value)} onChange={(text) => onChange(lineIn(name, text))} />
    case 'text':
      return (
        <TemplateField {...props} rows={4} value={toText(value)} onChange={(text) => onChange(text || undefined)} />
      )
    case 'code':
      return (
        <TextArea
          {...props}
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
          className="[&_textarea]:font-mono [&_textarea]:text-xs"
          value={toText(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'number':
      return <TemplateField {...props} value={toText(value)} onChange={(text) => onChange(numberIn(text))} />
    case 'switch':
      return <Switch label={props.label} checked={value === true} onChange={onChange} />
    case 'choice':
      return (
        <Select
          label={props.label}
          value={toText(value)}
          options={options.map((each) => ({ value: each, label: words.options[each] ?? each }))}
          onChange={onChange}
        />
      )
    case 'teammate':
      return <TeammateField {...props} value={value} onChange={onChange} />
    case 'workflow':
      return <WorkflowField {...props} value={value} onChange={onChange} />
    case 'tool':
      return <ToolField {...props} teammate={step.employee_id} value={value} onChange={onChange} />
    case 'model':
      return (
        <ChatModelPicker
          {...props}
          value={typeof value === 'string' ? value : null}
          auto={{ label: words.defaultModel, note: '' }}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    case 'tools':
      return (
        <ToolsField {...props} hint={words.ownTools} teammate={step.employee_id} value={value} onChange={onChange} />
      )
    case 'variables':
      return <VariablesField {...props} value={value} onChange={onChange} />
    case 'list':
      return <LinesField {...props} value={areTexts(value) ? value : []} onChange={(next) => onChange(orNone(next))} />
    case 'values':
    case 'texts': {
      const fits = value === undefined || isRecord(value)
      const form = isRecord(value) ? value : NO_VALUES
      return (
        <FormOrJson {...props} value={value} fits={fits} onChange={onChange}>
          <RowsField value={form} onlyTexts={kind === 'texts'} onChange={onChange} />
        </FormOrJson>
      )
    }
    case 'query': {
      const address = toText(value)
      if (!hasPlainQuery(address)) return null
      return (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-medium">{props.label}</legend>
          <RowsField value={queryOf(address)} onlyTexts onChange={(query) => onChange(withQuery(address, query))} />
        </fieldset>
      )
    }
    case 'cases':
      return (
        <FormOrJson {...props} value={value} fits={areCases(value)} onChange={onChange}>
          {areCases(value) && <CasesField value={value} onChange={onChange} />}
        </FormOrJson>
      )
    case 'value':
    case 'json':
      return <ValueField {...props} value={value} onChange={onChange} />
    case 'tool-input':
      return (
        <ToolInputField {...props} taker={step.tool} teammate={step.employee_id} value={value} onChange={onChange} />
      )
    case 'workflow-input':
      return <WorkflowInputField {...props} taker={step.workflow_id} value={value} onChange={onChange} />
  }
}

const NO_VALUES: Values = {}
const orNone = (list: string[]) => (list.length > 0 ? list : undefined)

/** A wait of seconds is a number where it can be one; an empty line that the step can do without is none. */
function lineIn(name: string, text: string): unknown {
  if (name === 'seconds') return numberIn(text)
  return name === 'until' && text === '' ? undefined : text
}

type NamesFieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

function ToolsField({ teammate, ...props }: NamesFieldProps & { teammate: unknown }) {
  const words = useMessages(stepMessages)
  const tools = useFlowTools(teammate)
  return <NamesField {...props} words={{ find: words.findTool, none: words.noTool }} options={toolOptions(tools)} />
}

function VariablesField(props: NamesFieldProps) {
  const words = useMessages(stepMessages)
  const { data } = useVariables()
  const options = (data?.data ?? []).map(({ placeholder }) => ({ value: placeholder, label: placeholder }))
  return <NamesField {...props} words={{ find: words.findVariable, none: words.noVariable }} options={options} />
}

type Choosing = Pick<Parameters<typeof ChosenField>[0], 'words' | 'options'>

function NamesField({ words, options, ...props }: NamesFieldProps & Choosing) {
  const { label, value, onChange } = props
  const names = areTexts(value) ? value : []
  return (
    <FormOrJson {...props} fits={value === undefined || areTexts(value)}>
      <ChosenField
        label={label}
        words={words}
        value={names}
        options={options}
        onChange={(next) => onChange(orNone(next))}
      />
    </FormOrJson>
  )
}
