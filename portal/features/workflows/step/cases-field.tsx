import { X } from 'lucide-react'
import { useMessages } from '../../../lib/i18n.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { AddButton } from '../../../ui/add-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { isRecord } from '../editor/draft.ts'
import { stepMessages } from './messages.ts'
import { TemplateField } from './template-field.tsx'

type Operator = keyof (typeof stepMessages)['en']['operators']
type Rule = { left: string; operator: Operator; right?: string | undefined }
type Case = { name?: string | undefined; match?: 'all' | 'any' | undefined; rules: Rule[]; next?: string | undefined }

const OPERATORS = Object.keys(stepMessages.en.operators) as Operator[]
/** Operators with one operand. */
const ALONE: readonly Operator[] = ['is_empty', 'is_not_empty', 'is_true', 'is_false']
const FIRST: Rule = { left: '', operator: 'equals', right: '' }

/** Whether the form can show them all. */
export const areCases = (value: unknown): value is Case[] => Array.isArray(value) && value.every(isCase)

const isCase = (value: unknown): boolean =>
  isRecord(value) &&
  [value.name, value.next].every((text) => text === undefined || typeof text === 'string') &&
  [undefined, 'all', 'any'].includes(value.match as undefined) &&
  Array.isArray(value.rules) &&
  value.rules.every(isRule)

const isRule = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.left === 'string' &&
  OPERATORS.some((operator) => operator === value.operator) &&
  (value.right === undefined || typeof value.right === 'string')

const changedAt = <T,>(list: readonly T[], at: number, change: (item: T) => T): T[] =>
  list.map((item, index) => (index === at ? change(item) : item))

/** The cases of a condition with their rules. */
export function CasesField({ value, onChange }: { value: Case[]; onChange: (value: Case[]) => void }) {
  const words = useMessages(stepMessages)
  return (
    <div className="space-y-3">
      {value.map((one, index) => (
        <CaseForm
          // biome-ignore lint/suspicious/noArrayIndexKey: a case has no id
          key={index}
          number={index + 1}
          value={one}
          onChange={(next) => onChange(changedAt(value, index, () => next))}
          onRemove={value.length > 1 ? () => onChange(value.filter((_, at) => at !== index)) : null}
        />
      ))}
      <AddButton look="quiet" onClick={() => onChange([...value, { rules: [FIRST] }])}>
        {words.cases.addCase}
      </AddButton>
      <p className="text-xs text-pretty text-muted">{words.cases.otherwise}</p>
    </div>
  )
}

type CaseFormProps = { number: number; value: Case; onChange: (value: Case) => void; onRemove: (() => void) | null }

function CaseForm({ number, value, onChange, onRemove }: CaseFormProps) {
  const words = useMessages(stepMessages)
  const { name = '', match = 'all', rules } = value
  return (
    <fieldset className="min-w-0 space-y-2 rounded-lg border border-line p-2">
      <legend className="sr-only">{words.cases.title(number)}</legend>
      <div className="flex items-center gap-1">
        <Input
          label={words.cases.name(number)}
          placeholder={words.cases.title(number)}
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={({ target }) => onChange({ ...value, name: target.value || undefined })}
          className="grow"
        />
        {onRemove && (
          <ActionButton label={words.cases.remove(number)} onClick={onRemove}>
            <X aria-hidden />
          </ActionButton>
        )}
      </div>
      {rules.length > 1 && (
        <Select
          label={words.cases.match}
          isLabelHidden
          value={match}
          options={[
            { value: 'all', label: words.cases.all },
            { value: 'any', label: words.cases.any },
          ]}
          onChange={(next) => onChange({ ...value, match: next })}
        />
      )}
      {rules.map((rule, index) => (
        <RuleForm
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id
          key={index}
          number={index + 1}
          value={rule}
          onChange={(next) => onChange({ ...value, rules: changedAt(rules, index, () => next) })}
          onRemove={
            rules.length > 1 ? () => onChange({ ...value, rules: rules.filter((_, at) => at !== index) }) : null
          }
        />
      ))}
      <AddButton look="quiet" onClick={() => onChange({ ...value, rules: [...rules, FIRST] })}>
        {words.cases.addRule}
      </AddButton>
    </fieldset>
  )
}

type RuleFormProps = { number: number; value: Rule; onChange: (value: Rule) => void; onRemove: (() => void) | null }

function RuleForm({ number, value, onChange, onRemove }: RuleFormProps) {
  const words = useMessages(stepMessages)
  const { left, operator, right = '' } = value
  const isAlone = ALONE.includes(operator)
  return (
    <div className="space-y-1.5 border-l-2 border-line-strong pl-2">
      <TemplateField
        label={words.cases.left(number)}
        isLabelHidden
        placeholder="{{output.…}}"
        value={left}
        onChange={(next) => onChange({ ...value, left: next })}
      />
      <div className="flex items-center gap-1">
        <Select
          label={words.cases.operator(number)}
          isLabelHidden
          className="min-w-0 grow"
          value={operator}
          options={OPERATORS.map((each) => ({ value: each, label: words.operators[each] }))}
          onChange={(next) =>
            onChange(ALONE.includes(next) ? { left, operator: next } : { left, operator: next, right })
          }
        />
        {onRemove && (
          <ActionButton label={words.cases.removeRule(number)} onClick={onRemove}>
            <X aria-hidden />
          </ActionButton>
        )}
      </div>
      {!isAlone && (
        <TemplateField
          label={words.cases.right(number)}
          isLabelHidden
          placeholder={words.row.value}
          value={right}
          onChange={(next) => onChange({ ...value, right: next })}
        />
      )}
    </div>
  )
}
