/** A mention that is being written: from its trigger up to the caret. */
export type Mention = { trigger: string; start: number; wanted: string }

const longest = 40

/** The mention that ends at the caret, if one does: the trigger opens it at the start of a word. */
export function mentionAt(text: string, caret: number, triggers: readonly string[]): Mention | null {
  const before = text.slice(Math.max(0, caret - longest), caret)
  const at = Math.max(...triggers.map((trigger) => before.lastIndexOf(trigger)))
  const trigger = before[at]
  if (trigger === undefined) return null
  const wanted = before.slice(at + 1)
  const start = caret - before.length + at
  if (start > 0 && !/[\s([{"'«“]/.test(text[start - 1] ?? '')) return null
  if (/^\s|\n/.test(wanted)) return null
  return { trigger, start, wanted }
}
