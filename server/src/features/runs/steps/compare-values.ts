/** Not only a date: a day is not the same instant everywhere. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i
const MAX_INSTANT_LENGTH = 40
const INTEGER = /^[+-]?\d{1,400}$/

export const written = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Negative, 0 or positive. Numbers are compared by size, instants by time, and everything else as text. */
export function compareValues(left: unknown, right: unknown): number {
  const [a, b] = [numberIn(left), numberIn(right)]
  if (a !== null && b !== null) return a === b ? compareIntegers(left, right) : a - b
  const [first, second] = [written(left), written(right)]
  const [one, other] = [instantIn(first), instantIn(second)]
  if (one !== null && other !== null) return one - other
  return first === second ? 0 : first < second ? -1 : 1
}

/** A number, or a text that is one; null otherwise. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Long numbers of accounts, orders or messages are one and the same number to a computer, and differ in their last digits. */
function compareIntegers(left: unknown, right: unknown): number {
  const [first, second] = [written(left).trim(), written(right).trim()]
  if (first === second || !INTEGER.test(first) || !INTEGER.test(second)) return 0
  const difference = integer(first) - integer(second)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

const integer = (text: string): bigint => BigInt(text.replace('+', ''))

function instantIn(text: string): number | null {
  if (text.length > MAX_INSTANT_LENGTH || !INSTANT.test(text)) return null
  const time = Date.parse(text.replace(' ', 'T'))
  return Number.isNaN(time) ? null : time
}
