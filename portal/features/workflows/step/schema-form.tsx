import { useMessages } from '../../../lib/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { isRecord } from '../editor/draft.ts'
import { JsonField } from './json-field.tsx'
import { stepMessages } from './messages.ts'
import type { Values } from './rows-field.tsx'
import { TemplateField } from './template-field.tsx'

type Property = { name: string; schema: Record<string, unknown>; isRequired: boolean }

/** The fields that a JSON Schema asks for; null where it is not one of an object with named fields. */
export function propertiesIn(schema: unknown): Property[] | null {
  if (!isRecord(schema) || !isRecord(schema.properties)) return null
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, own]) => ({
    name,
    schema: isRecord(own) ? own : {},
    isRequired: required.includes(name),
  }))
}

type SchemaFormProps = {
  properties: readonly Property[]
  value: Values
  onChange: (value: Values) => void
  /** Data, in which braces are no placeholders. */
  isData?: boolean
  /** What is wrong, by the name of the field. */
  errors?: Readonly<Record<string, string>>
}

/** A form generated from a JSON Schema. An empty field is not sent. */
export function SchemaForm({ properties, value, onChange, isData = false, errors = {} }: SchemaFormProps) {
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = value
    onChange(next === undefined ? others : { ...others, [name]: next })
  }
  return (
    <div className="space-y-3 border-l-2 border-line pl-3">
      {properties.map((property) => (
        <PropertyField
          key={property.name}
          property={property}
          value={value[property.name]}
          isData={isData}
          error={errors[property.name]}
          onChange={(next) => set(property.name, next)}
        />
      ))}
    </div>
  )
}

/** Radix does not allow an option with an empty value. */
const NOTHING = '\0'

type PropertyFieldProps = {
  property: Property
  value: unknown
  onChange: (value: unknown) => void
  isData?: boolean
  error?: string | undefined
}

/** One field, as its schema says. */
export function PropertyField({ property, value, onChange, isData = false, error }: PropertyFieldProps) {
  const { name, schema, isRequired } = property
  const words = useMessages(stepMessages)
  const label = isRequired ? `${name} *` : name
  const hint = typeof schema.description === 'string' ? schema.description : undefined
  const choices = Array.isArray(schema.enum) ? schema.enum.filter((each) => typeof each === 'string') : []
  if (choices.length > 0 && (value === undefined || choices.includes(value as string))) {
    return (
      <Select
        label={label}
        {...(hint && { hint })}
        {...(error && { error })}
        value={typeof value === 'string' ? value : NOTHING}
        options={[
          ...(isRequired ? [] : [{ value: NOTHING, label: '–' }]),
          ...choices.map((each) => ({ value: each, label: each })),
        ]}
        onChange={(next) => onChange(next === NOTHING ? undefined : next)}
      />
    )
  }
  const isText = typeof value === 'string' || value === undefined
  if (schema.type === 'boolean' && typeof value !== 'string') {
    return <Switch label={label} hint={hint} checked={value === true} onChange={onChange} />
  }
  if (schema.type === 'string' && isText) {
    return (
      <TemplateField
        label={label}
        hint={hint}
        error={error}
        isPlain={isData}
        {...(isLong(schema) && { rows: 3 })}
        value={value ?? ''}
        onChange={(text) => onChange(text === '' ? undefined : text)}
      />
    )
  }
  if ((schema.type === 'number' || schema.type === 'integer') && (isText || typeof value === 'number')) {
    return (
      <TemplateField
        label={label}
        hint={hint}
        error={error}
        isPlain={isData}
        value={value === undefined ? '' : String(value)}
        onChange={(text) => onChange(numberIn(text))}
      />
    )
  }
  return (
    <JsonField
      label={`${label} (${words.json})`}
      hint={hint}
      error={error}
      isData={isData}
      value={value}
      onChange={onChange}
    />
  )
}

const MAX_SINGLE_LINE_LENGTH = 1000
const isLong = ({ maxLength, format }: Record<string, unknown>) =>
  format === undefined && typeof maxLength === 'number' && maxLength > MAX_SINGLE_LINE_LENGTH

/** A number, or a placeholder for one. */
export function numberIn(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return Number.isFinite(Number(text)) && !text.endsWith('.') ? Number(text) : text
}
