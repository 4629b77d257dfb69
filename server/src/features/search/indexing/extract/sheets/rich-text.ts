import { type Attributes, attributeOf, isOn } from '../office/parse-xml.ts'
import { PLAIN, StyledText, type TextStyle } from '../styled-text.ts'
import { unescapeText } from './escapes.ts'

/** Reads the text of a cell, whose runs may be raised, lowered or struck through. How it is pronounced is left out. */
export class RichText {
  readonly #shown = new StyledText()
  #piece = ''
  #style: TextStyle = PLAIN
  #isPhonetic = false
  #isInText = false

  open(name: string, attributes: Attributes): void {
    if (name === 'r') this.#style = PLAIN
    else if (name === 'rPh') this.#isPhonetic = true
    else if (name === 't') this.#isInText = !this.#isPhonetic
    else this.#style = withFontProperty(this.#style, name, attributes)
  }

  addText(piece: string): void {
    if (this.#isInText) this.#piece += piece
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false
    else if (name === 't') {
      this.#isInText = false
      this.#shown.append(unescapeText(this.#piece), this.#style)
      this.#piece = ''
    }
  }

  get text(): string {
    return this.#shown.text
  }
}

/** What a property of a font, of a run or of a whole cell, makes of its style. */
export function withFontProperty(style: TextStyle, name: string, attributes: Attributes): TextStyle {
  if (name === 'strike') return { ...style, isStruck: isOn(attributes) }
  // The first is of a cell, the other of a run.
  if (name === 'name' || name === 'rFont') return { ...style, font: attributeOf(attributes, 'val') }
  return name === 'vertAlign' ? { ...style, shift: shiftOf(attributeOf(attributes, 'val')) } : style
}

const shiftOf = (value: string): TextStyle['shift'] =>
  value === 'superscript' ? 'raised' : value === 'subscript' ? 'lowered' : null
