import { symbolFontText } from './symbol-fonts.ts'

/** How a run of text differs from the text around it, as far as its meaning depends on it. */
export type TextStyle = { shift: 'raised' | 'lowered' | null; isStruck: boolean; font: string }

export const PLAIN: TextStyle = { shift: null, isStruck: false, font: '' }

const pairs = (letters: string, shifted: string): [string, string][] => {
  const forms = [...shifted]
  return [...letters].map((letter, at) => [letter, forms[at] ?? letter])
}

/** Characters that Unicode has in raised form, and signs that are always raised. Searches fold them to the plain ones. */
const RAISED = new Map([
  ...pairs('0123456789+-−=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'),
  ...pairs('abcdefghijklmnoprstuvwxyz', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'),
  ...pairs('ABDEGHIJKLMNOPRTUVW', 'ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ'),
  ...pairs('*†‡′″°ºª®™©', '*†‡′″°ºª®™©'),
])
const LOWERED = new Map([
  ...pairs('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
])

/** Longer raised text is not a power or a mark, as a footnote that is printed high, and stays as it is. */
const MAX_SHIFTED_LENGTH = 40

/** A number or word as it is, all else in parentheses. The length is bounded, so that deep nesting is not read again and again. */
export const grouped = (text: string): string =>
  text.length <= MAX_SHIFTED_LENGTH && /^([\p{L}\p{N}.]*|\([^()]*\))$/u.test(text) ? text : `(${text})`

/** `⁶` where Unicode has all characters raised, otherwise `^(a/b)`: without a mark, 10⁶ would read 106. */
export function shiftedText(text: string, shift: TextStyle['shift']): string {
  const inner = text.trim()
  if (shift === null || inner === '' || inner.length > MAX_SHIFTED_LENGTH) return text
  const forms = shift === 'raised' ? RAISED : LOWERED
  const shifted = [...inner].map((character) => forms.get(character) ?? '')
  const isWhole = shifted.length > 0 && shifted.every((character) => character !== '')
  return around(text, inner, isWhole ? shifted.join('') : (shift === 'raised' ? '^' : '_') + grouped(inner))
}

const around = (text: string, inner: string, replacement: string): string => {
  const start = text.indexOf(inner)
  return text.slice(0, start) + replacement + text.slice(start + inner.length)
}

const struckText = (text: string): string => {
  const inner = text.trim()
  return inner === '' ? text : around(text, inner, `~~${inner}~~`)
}

/** A text of one style. */
export function styledText(text: string, { shift, isStruck, font }: TextStyle): string {
  const shifted = shiftedText(symbolFontText(text, font), shift)
  return isStruck ? struckText(shifted) : shifted
}

/** Joins runs of text; those of one style are marked together, because writers split a word into runs anywhere. */
export class StyledText {
  #text = ''
  #struck = ''
  #shifted = ''
  #style: TextStyle = PLAIN

  append(text: string, style: TextStyle = PLAIN): void {
    if (style.isStruck !== this.#style.isStruck) this.#endStruck()
    else if (style.shift !== this.#style.shift) this.#endShifted()
    this.#style = style
    this.#shifted += symbolFontText(text, style.font)
  }

  get text(): string {
    this.#endStruck()
    return this.#text
  }

  #endShifted(): void {
    this.#struck += shiftedText(this.#shifted, this.#style.shift)
    this.#shifted = ''
  }

  #endStruck(): void {
    this.#endShifted()
    this.#text += this.#style.isStruck ? struckText(this.#struck) : this.#struck
    this.#struck = ''
  }
}
