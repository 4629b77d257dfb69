const PREVIEW_CHARACTERS = 1000

/** Replaces a text that is too large for a value: its size and its beginning. */
export type LargeText = { $large_text: { bytes: number; preview: string } }

export const largeText = (bytes: number, beginning: string): LargeText => ({
  $large_text: { bytes, preview: beginningOf(beginning) },
})

/** A copy, because a slice keeps the whole text in memory. */
export const beginningOf = (text: string): string => Buffer.from(text.slice(0, PREVIEW_CHARACTERS)).toString()

/** Anybody may send an object of this form: it gives access to nothing, and can only be refused or shown. */
export function isLargeText(value: unknown): value is LargeText {
  if (typeof value !== 'object' || value === null || !('$large_text' in value)) return false
  const { $large_text: text } = value
  return typeof text === 'object' && text !== null && 'bytes' in text && typeof text.bytes === 'number'
}
