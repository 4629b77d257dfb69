import { type Attributes, attributeOf } from '../office/parse-xml.ts'
import { symbolFontText } from '../symbol-fonts.ts'

/** What a `w:sym` shows; empty where its font is not known. */
export function symbolText(attributes: Attributes): string {
  const code = Number.parseInt(attributeOf(attributes, 'char'), 16)
  if (!(code >= 0x20 && code <= 0xffff)) return ''
  const shown = symbolFontText(String.fromCharCode(code), attributeOf(attributes, 'font'))
  return /^\p{Co}|\p{Cs}$/u.test(shown) ? '' : shown
}
