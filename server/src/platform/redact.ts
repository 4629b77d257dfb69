const MARKER = '[REDACTED]'
const DEEPEST = 12
/** Of one line, beside its end: a text that begins within them is written up to `MIN_TEXT`. */
const MAX_CHARACTERS = 30_000
const MAX_TEXT = 8000
const MIN_TEXT = 100
const MAX_ITEMS = 50
/** What a number, or a list around its items, counts as. */
const CHARACTERS_OF_OTHERS = 5

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

/**
 * What may be written of a record: secret fields as a marker wherever they occur, errors as their text and stack. Much of what is
 * logged comes from outside, such as everything that is wrong with a message: a line has its beginning, however much there is.
 */
export const redacted = (record: object): Record<string, unknown> =>
  fieldsOf(record, { above: [], line: { charactersLeft: MAX_CHARACTERS } })

/** The records around a value, and what its line still has room for. */
type Around = { above: object[]; line: { charactersLeft: number } }

const within = ({ above, line }: Around, record: object): Around => ({ above: [...above, record], line })

function fieldsOf(record: object, around: Around): Record<string, unknown> {
  const inside = within(around, record)
  const fields: [string, unknown][] = []
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue
    if (around.line.charactersLeft <= 0) break
    const shortName = shortened(name)
    around.line.charactersLeft -= shortName.length
    fields.push([shortName, isSecret(shortName) ? MARKER : shown(value, inside)])
  }
  return Object.fromEntries(fields)
}

function itemsOf(list: readonly unknown[], around: Around): unknown[] {
  const inside = within(around, list)
  const items: unknown[] = []
  for (const item of list) {
    if (around.line.charactersLeft <= 0 || items.length === MAX_ITEMS) break
    items.push(shown(item, inside))
  }
  return items.length < list.length ? [...items, `[${list.length - items.length} more]`] : items
}

function shown(value: unknown, around: Around): unknown {
  const { above, line } = around
  if (typeof value === 'string') {
    const text = shortened(value, Math.min(MAX_TEXT, Math.max(line.charactersLeft, MIN_TEXT)))
    line.charactersLeft -= text.length
    return text
  }
  line.charactersLeft -= CHARACTERS_OF_OTHERS
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[Circular]'
  if (above.length >= DEEPEST) return '[Deep]'
  if (value instanceof Error) return errorOf(value, around)
  if (Array.isArray(value)) return itemsOf(value, around)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  return fieldsOf(value, around)
}

/** The beginning and the end of a text: the end of a stack says where it happened. */
export function shortened(text: string, length = MAX_TEXT): string {
  if (text.length <= length) return text
  const half = Math.floor(length / 2)
  return `${text.slice(0, half)}[${text.length - 2 * half} more]${text.slice(-half)}`.toWellFormed()
}

/** A failed statement's error contains its values, in its text and beside it; they are people's words and secrets. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

function errorOf(error: Error, around: Around): Record<string, unknown> {
  const texts = {
    type: error.constructor.name,
    message: shown(withoutValues(error.message), around),
    stack: shown(withoutValues(error.stack ?? ''), around),
  }
  const { params: _, ...fields } = fieldsOf(error, around)
  return {
    ...texts,
    ...fields,
    ...(error.cause !== undefined && { cause: shown(error.cause, within(around, error)) }),
  }
}
