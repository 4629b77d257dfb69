/** Names more than these would hide how many there are. */
const MAX_NAMES = 5

/** `3 sheets, 1 unreadable (Prices)`; false where all were read. */
export function shareOf(what: string, total: number, unreadable: readonly string[]): string | false {
  if (unreadable.length === 0) return false
  const names = unreadable.slice(0, MAX_NAMES).join(', ')
  const more = unreadable.length > MAX_NAMES ? ', …' : ''
  return `${total} ${what}${total === 1 ? '' : 's'}, ${unreadable.length} unreadable (${names}${more})`
}

/** Sentences for people, or null where there is nothing to say. */
export function sentences(parts: readonly (string | false | null)[]): string | null {
  const texts = parts.filter((part) => typeof part === 'string')
  return texts.length === 0 ? null : `${texts.join('. ')}.`
}
