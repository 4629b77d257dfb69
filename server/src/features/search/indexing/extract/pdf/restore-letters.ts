import type { getDocumentProxy } from 'unpdf'
import { z } from 'zod'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

const FIRST_OF_LATIN_1 = 128
/** What the library gives for a letter whose name it does not know: the letter's number in its font. */
const NUMBER_OF_LETTER = /[\p{Cc}\u0080-\u00ff]/gu

const NAMES = new Map([
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (name, digit): [string, string] => [name, String(digit)],
  ),
  ...['ff', 'fi', 'fl', 'ffi', 'ffl'].map((name): [string, string] => [name, name]),
  ['period', '.'],
  ['comma', ','],
  ['hyphen', '-'],
])

/** What TeX's fonts of 256 letters (T1), of Cyrillic (T2A) and of 128 letters (OT1) have where the library assumes others. */
const T1 = [
  ...numbered(16, '“ ” „ « » – —'),
  ...numbered(27, 'ff fi fl ffi ffl'),
  ...numbered(127, '- Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ §'),
  ...numbered(160, 'ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £'),
  ...[215, 223, 247, 255].map((code, at): [number, string] => [code, ['Œ', 'SS', 'œ', 'ß'][at] ?? '']),
]
const T2A = [
  ...numbered(16, '“ ”'),
  ...numbered(21, '– —'),
  ...numbered(27, 'ff fi fl ffi ffl'),
  ...numbered(127, '- Ґ Ғ Ђ Ћ Һ Җ Ҙ Љ Ї Қ Ҡ Ҝ Ӕ Ң Ҥ Ѕ Ө Ҫ Ў Ү Ұ Ҳ Џ Ҹ Ҷ Є Ә Њ Ё № ¤ §'),
  ...numbered(160, 'ґ ғ ђ ћ һ җ ҙ љ ї қ ҡ ҝ ӕ ң ҥ ѕ ө ҫ ў ү ұ ҳ џ ҹ ҷ є ә њ ё „ « »'),
  ...numbered(192, 'А Б В Г Д Е Ж З И Й К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Ъ Ы Ь Э Ю Я'),
  ...numbered(224, 'а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я'),
]
const OT1 = [...numbered(11, 'ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø'), ...numbered(127, '¨')]
const OT1_LIGATURES = [11, 12, 13, 14, 15]

const Text = z.object({ str: z.string(), fontName: z.string() })
const Font = z.object({ differences: z.unknown() })

type Content = { items: readonly object[]; styles: object }

/**
 * Restores letters that a font names by their form: `one.os` is an old-style figure, `f_i.alt` two letters in one, `uni0E48.low` a
 * mark of Thai; and those of TeX's pictures of letters, which are named by their number. Where they are no figures or letters of
 * English they were left out or came as others. The library names letters only where it draws a page, so the fonts of a
 * document are remembered.
 */
export function createLetters(): (page: Page, content: Content) => Promise<readonly object[]> {
  const known = new Map<string, ReadonlyMap<number, string>>()
  return async (page, { items, styles }) => {
    if (!items.some((item) => isIncomplete(Text.safeParse(item).data?.str ?? ''))) return items
    const unknown = Object.keys(styles).filter((font) => !known.has(font))
    if (unknown.length > 0) await page.getOperatorList()
    const texts = unknown.length > 0 ? textsByFont(items) : NO_TEXTS
    for (const font of unknown) known.set(font, lettersOf(page, font, texts.get(font)?.join('') ?? ''))
    const shared = sharedLetters(Object.keys(styles).flatMap((font) => known.get(font) ?? []))
    return items.map((item) => {
      const { data } = Text.safeParse(item)
      if (!data || !isIncomplete(data.str)) return item
      const letters = known.get(data.fontName)
      const str = data.str.replaceAll(NUMBER_OF_LETTER, (number) => {
        const code = number.charCodeAt(0)
        // A letter of Latin-1 is one of another font, unless its own says otherwise.
        return letters?.get(code) ?? (code < FIRST_OF_LATIN_1 ? shared.get(code) : undefined) ?? number
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

const NO_TEXTS: ReadonlyMap<string, string[]> = new Map()

/** In one pass: a page may have very many fonts and texts. */
function textsByFont(items: readonly object[]): ReadonlyMap<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const item of items) {
    const { data } = Text.safeParse(item)
    if (!data) continue
    const ofFont = texts.get(data.fontName)
    if (ofFont) ofFont.push(data.str)
    else texts.set(data.fontName, [data.str])
  }
  return texts
}

function lettersOf(page: Page, font: string, text: string): ReadonlyMap<number, string> {
  if (!page.commonObjs.has(font)) return new Map()
  const { data } = Font.safeParse(page.commonObjs.get(font))
  const names = z.array(z.string().nullish()).safeParse(Array.from(Object(data?.differences ?? []))).data ?? []
  const named = names.flatMap((name, code) => (name && name !== '.notdef' ? [{ name, code }] : []))
  if (named.every(({ name, code }) => name === `a${code}`)) return new Map(lettersOfTex(named, text))
  return new Map(
    named
      .filter(({ name }) => !isKnown(name))
      .map(({ name, code }): [number, string] => [code, letterOf(name)])
      .filter(([code, letter]) => letter !== '' || code < FIRST_OF_LATIN_1),
  )
}

/**
 * Pictures of letters (Type 3) do not say of which fonts they are: ligatures are at one place or at the other, and a text in
 * Cyrillic has few other letters.
 */
function lettersOfTex(named: readonly { code: number }[], text: string): [number, string][] {
  const codes = new Set(named.map(({ code }) => code))
  const isOT1 = OT1_LIGATURES.some((code) => codes.has(code)) && named.every(({ code }) => code < FIRST_OF_LATIN_1)
  const isCyrillic = count(text, /[\u00c0-\u00ff]/g) > count(text, /[A-Za-z]/g)
  return (isOT1 ? OT1 : isCyrillic ? T2A : T1).filter(([code]) => codes.has(code))
}

const count = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0

function numbered(first: number, letters: string): [number, string][] {
  return letters.split(' ').map((letter, at) => [first + at, letter])
}

/** The library reads these itself. */
const isKnown = (name: string): boolean => /^([A-Za-z]+|uni[\dA-F]{4})$/.test(name) && !NAMES.has(name)

/** The letter or letters of a name, without what it says of their form. */
function letterOf(name: string): string {
  const [letters = ''] = name.split('.')
  const parts = letters.split('_').map(partOf)
  return parts.includes('') ? '' : parts.join('')
}

function partOf(name: string): string {
  const known = NAMES.get(name) ?? (/^[A-Za-z]$/.test(name) ? name : '')
  const [, digits] = known ? [] : (name.match(/^uni([\dA-F]{4})$/) ?? [])
  return digits ? String.fromCharCode(Number.parseInt(digits, 16)) : known
}
