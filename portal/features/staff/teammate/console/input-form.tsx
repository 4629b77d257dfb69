import { useMessages } from '../../../../lib/i18n.ts'
import { TextArea, TextField } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { readableName } from '../tool-title.ts'
import type { InputField, Typed } from './input-of.ts'
import { consoleMessages } from './messages.ts'

type InputFormProps = {
  fields: readonly InputField[]
  typed: Typed
  /** What is wrong, by the names of the fields. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (typed: Typed) => void
}

/** A field that is left empty is not sent. */
export function InputForm({ fields, typed, errors, onChange }: InputFormProps) {
  return (
    <div className="space-y-4">
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          text={typed[field.name] ?? ''}
          error={errors[field.name]}
          onChange={(text) => onChange({ ...typed, [field.name]: text })}
        />
      ))}
    </div>
  )
}

/** A select has no choice without a value. */
const NOTHING = '\0'

type ControlProps = { field: InputField; text: string; error: string | undefined; onChange: (text: string) => void }

function Control({ field: { name, kind, choices, hint, isRequired }, text, error, onChange }: ControlProps) {
  const words = useMessages(consoleMessages)
  const label = isRequired ? `${readableName(name)} *` : readableName(name)
  if (kind === 'choice' || kind === 'boolean') {
    const options =
      kind === 'choice'
        ? choices.map((value) => ({ value, label: value }))
        : [
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]
    return (
      <Select
        label={label}
        {...(hint && { hint })}
        {...(error && { error })}
        value={text === '' ? NOTHING : text}
        options={[{ value: NOTHING, label: words.unset }, ...options]}
        onChange={(next) => onChange(next === NOTHING ? '' : next)}
      />
    )
  }
  const shared = { hint, error, value: text, autoComplete: 'off', spellCheck: false }
  if (kind === 'long') {
    return (
      <TextArea
        {...shared}
        label={label}
        rows={1}
        className="[&_textarea]:field-sizing-content [&_textarea]:max-h-60 [&_textarea]:min-h-9 [&_textarea]:py-1.5"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  if (kind === 'json') {
    return (
      <TextArea
        {...shared}
        label={`${label} (${words.json})`}
        rows={3}
        className="[&_textarea]:font-mono"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...shared}
      label={label}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
