const MARKER = '[REDACTED]'
const DEEPEST = 12

const secret =
  /(^|_)(authorization|cookie|password|passphrase|secret|token|apikey|(api|private|access|secret|encryption)_key)$/

/** Whether a field of this name holds a secret, in whichever way its words are joined. */
const isSecret = (name: string): boolean =>
  secret.test(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toLowerCase(),
  )

/** What may be written of a record: secret fields as a marker wherever they occur, errors as their text and stack. */
export const redacted = (record: object): Record<string, unknown> => fieldsOf(record, [])

function fieldsOf(record: object, above: object[]): Record<string, unknown> {
  const fields = Object.entries(record).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    fields.map(([name, value]) => [name, isSecret(name) ? MARKER : shown(value, [...above, record])]),
  )
}

function shown(value: unknown, above: object[]): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[Circular]'
  if (above.length >= DEEPEST) return '[Deep]'
  if (value instanceof Error) return errorOf(value, above)
  if (Array.isArray(value)) return value.map((item) => shown(item, [...above, value]))
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  return fieldsOf(value, above)
}

/** A failed statement's error contains its values, in its text and beside it; they are people's words and secrets. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

function errorOf(error: Error, above: object[]): Record<string, unknown> {
  const { params: _, ...fields } = fieldsOf(error, above)
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
    ...fields,
    ...(error.cause !== undefined && { cause: shown(error.cause, [...above, error]) }),
  }
}
