import { type Attributes, attributeOf } from '../office/parse-xml.ts'

/** Characters of fonts that draw pictures for letters; only those that say something. */
const WINGDINGS = new Map<number, string>([
  [0x4a, '☺'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x6f, '☐'],
  [0x71, '❑'],
  [0x76, '❖'],
  [0xa7, '▪'],
  [0xa8, '☐'],
  [0xd8, '➢'],
  [0xe0, '→'],
  [0xe8, '→'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
])
const WINGDINGS_2 = new Map<number, string>([
  [0x4f, '✗'],
  [0x50, '✓'],
  [0x51, '☒'],
  [0x52, '☑'],
  [0x53, '☒'],
  [0x54, '☒'],
  [0xa3, '☐'],
])
const SYMBOL = new Map<number, string>([
  ...[...'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'].map((letter, at): [number, string] => [0x41 + at, letter]),
  ...[...'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'].map((letter, at): [number, string] => [0x61 + at, letter]),
  [0xa3, '≤'],
  [0xa5, '∞'],
  [0xae, '→'],
  [0xb0, '°'],
  [0xb1, '±'],
  [0xb3, '≥'],
  [0xb4, '×'],
  [0xb7, '•'],
  [0xb8, '÷'],
  [0xb9, '≠'],
  [0xbb, '≈'],
  [0xe5, '∑'],
])
const FONTS = new Map([
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['symbol', SYMBOL],
])
/** Where the characters of such fonts lie in Unicode's private area. */
const PRIVATE_USE = 0xf000

/** What a `w:sym` shows; empty where its font is not known. */
export function symbolText(attributes: Attributes): string {
  const code = Number.parseInt(attributeOf(attributes, 'char'), 16)
  const font = FONTS.get(attributeOf(attributes, 'font').toLowerCase())
  if (font) return font.get(code >= PRIVATE_USE ? code - PRIVATE_USE : code) ?? ''
  return code >= 0x20 && code < 0xd800 ? String.fromCodePoint(code) : ''
}
