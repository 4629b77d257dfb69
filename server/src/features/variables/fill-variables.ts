import { AppError } from '#platform/error.ts'
import { replacePlaceholders } from '#platform/placeholders.ts'
import type { Values } from './read-values.ts'

/** A short text may name a long value any number of times. */
export const MAX_FILLED = 1_000_000

export const tooMuchFilled = () =>
  new AppError('unprocessable', 'The text is too long once its variables are filled in')

/** Fills texts with these values, as many characters of them as one prompt or call may take. */
export function fillWith(values: Values): (text: string) => string {
  let left = MAX_FILLED
  return (text) =>
    replacePlaceholders(text, (name) => {
      const value = values.get(name)
      left -= value?.length ?? 0
      if (left < 0) throw tooMuchFilled()
      return value
    })
}

/** Every text within a JSON value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The same JSON value with its texts changed; `changeKey` where its keys are to be, too. */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  changeKey = (key: string): string => key,
): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, changeKey))
  const changed: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    const name = changeKey(key)
    if (name !== '__proto__') changed[name] = mapTexts(item, change, changeKey)
  }
  return changed
}
