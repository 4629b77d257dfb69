/** Fonts that draw pictures for letters. Of their pictures only those that say something. */
const WINGDINGS = new Map<number, string>([
  [0x28, '☎'],
  [0x2a, '✉'],
  [0x4a, '☺'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x6f, '☐'],
  [0x71, '❑'],
  [0x76, '❖'],
  ...listed(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
  [0xa7, '▪'],
  [0xa8, '☐'],
  [0xab, '★'],
  [0xd8, '➢'],
  ...listed(0xdf, '←→↑↓'),
  ...listed(0xe7, '←→↑↓'),
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
const WINGDINGS_3 = new Map<number, string>([...listed(0x66, '←→↑↓'), ...listed(0x70, '▲▼△▽◀▶')])
const WEBDINGS = new Map<number, string>([
  ...listed(0x33, '◀▶▲▼'),
  [0x61, '✓'],
  [0x63, '☐'],
  [0x67, '■'],
  [0x6e, '●'],
  [0x72, '✗'],
])
const SYMBOL = new Map<number, string>([
  ...listed(0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅'),
  ...listed(0x41, 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'),
  ...listed(0x5b, '[∴]⊥_'),
  ...listed(0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'),
  ...listed(0x7b, '{|}∼'),
  ...listed(0xa1, 'ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…'),
  ...listed(0xc0, 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑'),
  [0xf1, '⟩'],
  [0xf2, '∫'],
])
const FONTS = new Map([
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['wingdings 3', WINGDINGS_3],
  ['webdings', WEBDINGS],
  ['symbol', SYMBOL],
])
/** Where Office puts the characters of such fonts: in Unicode's private area. */
const PRIVATE_USE = /[\uf020-\uf0ff]/g
const PRIVATE_USE_OFFSET = 0xf000
const SPACE = '\uf020'

function listed(first: number, characters: string): [code: number, shown: string][] {
  return [...characters].map((character, at) => [first + at, character])
}

/** Whether a font draws pictures for letters. */
export const drawsPictures = (font: string): boolean => FONTS.has(font.toLowerCase())

/** What a text in a font shows; the text itself where the font draws letters. */
export function symbolFontText(text: string, font: string): string {
  const pictures = FONTS.get(font.toLowerCase())
  return pictures
    ? Array.from(text, (character) => pictures.get(codeOf(character)) ?? unknown(character)).join('')
    : text
}

/** The same where the font is only for what is no letter, as beside an arrow that PowerPoint makes of `-->`. */
export const withoutPrivateUse = (text: string, font: string): string =>
  text.replaceAll(PRIVATE_USE, (character) => symbolFontText(character, font))

const isPrivateUse = (character: string): boolean => character.search(PRIVATE_USE) === 0
const codeOf = (character: string): number =>
  character.charCodeAt(0) - (isPrivateUse(character) ? PRIVATE_USE_OFFSET : 0)
/** A letter without a known picture stays. */
const unknown = (character: string): string => (character === SPACE ? ' ' : isPrivateUse(character) ? '' : character)
