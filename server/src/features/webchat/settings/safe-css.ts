import { LRUCache } from 'lru-cache'

/** Every start of a widget asks for the same few. */
const made = new LRUCache<string, string>({ max: 200 })

/** What is left of CSS for pages of strangers. */
export async function safeCss(css: string): Promise<string> {
  if (css.trim() === '') return ''
  const known = made.get(css)
  if (known !== undefined) return known
  // With what it knows of every property the parser takes 20 MB, and most servers have no CSS of anybody's.
  const { cleanCss } = await import('./clean-css.ts')
  const safe = cleanCss(css)
  made.set(css, safe)
  return safe
}
