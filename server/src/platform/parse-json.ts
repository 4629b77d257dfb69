/** Not every such text has a number that is rounded, but no other has. */
const MAY_BE_ROUNDED = /\d{16}|[eE]\+?\d{3}/
const INTEGER = /^-?\d+$/

/**
 * JSON of others. A whole number that would be rounded is the text of its digits instead, and so is one that is too large for a
 * number: ids of other systems have up to twenty digits, and a rounded one is the id of something else.
 */
export function parseJson(text: string): unknown {
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    const isRounded = INTEGER.test(source) && !Number.isSafeInteger(value) && String(value) !== source
    return isRounded || !Number.isFinite(value) ? source : value
  })
}
