/** A name as programs take it: ASCII letters, digits and underscores, no digit first. */
export function cleanName(typed: string): string {
  const kept = typed.replace(/[^A-Za-z0-9_]/g, '')
  return /^\d/.test(kept) ? `_${kept}` : kept
}
