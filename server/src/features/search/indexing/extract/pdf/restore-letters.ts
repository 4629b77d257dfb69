import type { getDocumentProxy } from 'unpdf'
import { z } from 'zod'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** What the library gives for a letter whose name it does not know: the letter's number in its font. */
const NUMBER_OF_LETTER = /[^\P{Cc}\t\n\r]/gu

const NAMES = new Map([
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (name, digit): [string, string] => [name, String(digit)],
  ),
  ...['ff', 'fi', 'fl', 'ffi', 'ffl'].map((name): [string, string] => [name, name]),
  ['period', '.'],
  ['comma', ','],
  ['hyphen', '-'],
])

const Text = z.object({ str: z.string(), fontName: z.string() })
const Font = z.object({ differences: z.unknown() })

type Content = { items: readonly object[]; styles: object }

/**
 * Restores letters that a font names by their form: `one.os` is an old-style figure, `f_i.alt` two letters in one. Numbers in
 * such fonts, which are common in books and papers, were left out. The library names letters only where it draws a page, so
 * the fonts of a document are remembered.
 */
export function createLetters(): (page: Page, content: Content) => Promise<readonly object[]> {
  const known = new Map<string, ReadonlyMap<number, string>>()
  return async (page, { items, styles }) => {
    if (!items.some((item) => isIncomplete(Text.safeParse(item).data?.str ?? ''))) return items
    const unknown = Object.keys(styles).filter((font) => !known.has(font))
    if (unknown.length > 0) await page.getOperatorList()
    for (const font of unknown) known.set(font, lettersOf(page, font))
    const shared = sharedLetters(Object.keys(styles).flatMap((font) => known.get(font) ?? []))
    return items.map((item) => {
      const { data } = Text.safeParse(item)
      if (!data || !isIncomplete(data.str)) return item
      const letters = known.get(data.fontName)
      const str = data.str.replaceAll(NUMBER_OF_LETTER, (number) => {
        const code = number.charCodeAt(0)
        return letters?.get(code) ?? shared.get(code) ?? number
      })
      return { ...item, str }
    })
  }
}

/** What fonts agree on: a text may change its font, and the library tells the first one only. */
function sharedLetters(fonts: readonly ReadonlyMap<number, string>[]): ReadonlyMap<number, string> {
  const shared = new Map<number, string>()
  for (const [code, letter] of fonts.flatMap((font) => [...font]))
    shared.set(code, (shared.get(code) ?? letter) === letter ? letter : '')
  return shared
}

const isIncomplete = (text: string): boolean => text.search(NUMBER_OF_LETTER) !== -1

function lettersOf(page: Page, font: string): ReadonlyMap<number, string> {
  if (!page.commonObjs.has(font)) return new Map()
  const { data } = Font.safeParse(page.commonObjs.get(font))
  const names = z.array(z.string().nullish()).safeParse(Array.from(Object(data?.differences ?? []))).data ?? []
  return new Map(names.flatMap((name, code) => (name ? [[code, letterOf(name)]] : [])))
}

/** The letter or letters of a name, without what it says of their form. */
function letterOf(name: string): string {
  const [letters = ''] = name.split('.')
  const parts = letters.split('_').map((part) => NAMES.get(part) ?? (/^[A-Za-z]$/.test(part) ? part : ''))
  return parts.includes('') ? '' : parts.join('')
}
