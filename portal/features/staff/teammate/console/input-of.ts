/** A field that a tool's schema asks for. */
export type InputField = {
  name: string
  kind: 'text' | 'long' | 'number' | 'boolean' | 'choice' | 'json'
  choices: readonly string[]
  hint: string | undefined
  isRequired: boolean
}

/** The typed values by field name; empty fields are not sent. */
export type Typed = Readonly<Record<string, string>>

const MAX_SINGLE_LINE_LENGTH = 1000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a form; null where the schema is not one of an object with named fields. */
export function fieldsOf(schema: Record<string, unknown>): InputField[] | null {
  if (!isRecord(schema.properties)) return null
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, own]) => {
    const property = isRecord(own) ? own : {}
    const choices = Array.isArray(property.enum) ? property.enum.filter((each) => typeof each === 'string') : []
    return {
      name,
      kind: choices.length > 0 ? 'choice' : kindOf(property),
      choices,
      hint: typeof property.description === 'string' ? property.description : undefined,
      isRequired: required.includes(name) && property.default === undefined,
    }
  })
}

function kindOf({ type, format, maxLength }: Record<string, unknown>): InputField['kind'] {
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type !== 'string') return 'json'
  const isLine = format !== undefined || (typeof maxLength === 'number' && maxLength <= MAX_SINGLE_LINE_LENGTH)
  return isLine ? 'text' : 'long'
}

/** Undefined for what cannot be read. */
export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** What is wrong with a field before anything is sent. */
export type Wrong = 'missing' | 'notJson' | 'notNumber'

/** What is sent, and what is wrong with it, by the names of the fields. */
export function inputOf(
  fields: readonly InputField[],
  typed: Typed,
): { input: Record<string, unknown>; wrong: Readonly<Record<string, Wrong>> } {
  const input: Record<string, unknown> = {}
  const wrong: Record<string, Wrong> = {}
  for (const { name, kind, isRequired } of fields) {
    const text = typed[name] ?? ''
    if (text.trim() === '') {
      if (isRequired) wrong[name] = 'missing'
    } else if (kind === 'boolean') input[name] = text === 'true'
    else if (kind === 'number') {
      if (Number.isFinite(Number(text))) input[name] = Number(text)
      else wrong[name] = 'notNumber'
    } else if (kind === 'json') {
      const read = parsed(text)
      if (read) input[name] = read.value
      else wrong[name] = 'notJson'
    } else input[name] = text
  }
  return { input, wrong }
}

/** What a form shows of an input that was written as JSON. */
export function typedOf(fields: readonly InputField[], input: Record<string, unknown>): Typed {
  const known = fields.filter(({ name }) => Object.hasOwn(input, name))
  return Object.fromEntries(
    known.map(({ name, kind }) => {
      const value = input[name]
      return [name, typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, null, 2)]
    }),
  )
}
