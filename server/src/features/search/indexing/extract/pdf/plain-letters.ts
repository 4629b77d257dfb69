import type { Item } from './layout.ts'

/** Letters as they look within a word, several letters in one, and spaces of other widths. */
const FORM = /[\u00A0\u00B5\u037E\u2000-\u200A\u202F\u2126\uFB00-\uFDFF\uFE70-\uFEFC]/g

/**
 * What people type and search is the letter. The library would do this too, but before it turns texts that are written from right
 * to left, which turned the letters of each joined one around: `اکبر` was `اکرب`.
 */
export const withPlainLetters = (item: Item): Item => ({
  ...item,
  str: item.str.replaceAll(FORM, (form) => form.normalize('NFKC')),
})
