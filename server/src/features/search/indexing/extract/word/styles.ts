import type { Package } from '../office/package.ts'
import { type Attributes, attributeOf, isOn } from '../office/parse-xml.ts'
import type { TextStyle } from '../styled-text.ts'

/** The list that a paragraph belongs to, and how deep in it. */
export type ListPlace = { num?: string | undefined; level?: number | undefined }

/** The properties that a run of text has itself; others come from its style. */
export type CharacterStyle = Partial<TextStyle> & { isHidden?: boolean; rise?: number }

type Style = ListPlace & CharacterStyle & { basedOn?: string }

export type Styles = {
  /** What a paragraph style says of lists, itself or by the styles that it is based on. */
  listPlace(style: string): ListPlace
  /** What a style says of its text, itself or by the styles that it is based on. */
  characterStyle(style: string): CharacterStyle
}

const MAX_STYLE_DEPTH = 20

export async function readStyles(file: Package, part: string | null): Promise<Styles> {
  const styles = new Map<string, Style>()
  let style: Style = {}
  let changeDepth = 0
  if (part)
    await file.read(part, {
      open(name, attributes) {
        if (name.endsWith('PrChange')) changeDepth++
        if (changeDepth > 0) return
        const value = attributeOf(attributes, 'val')
        if (name === 'style') {
          style = {}
          styles.set(attributeOf(attributes, 'styleId'), style)
        } else if (name === 'basedOn') style.basedOn = value
        else if (name === 'numId') style.num = value
        else if (name === 'ilvl') style.level = Number(value)
        else Object.assign(style, characterStyleWith({}, name, attributes))
      },
      close(name) {
        if (name.endsWith('PrChange')) changeDepth--
        else if (name === 'style') style = {}
      },
    })

  function* chain(id: string): Generator<Style> {
    let next: string | undefined = id
    for (let depth = 0; next !== undefined && depth < MAX_STYLE_DEPTH; depth++) {
      const found: Style | undefined = styles.get(next)
      if (!found) return
      yield found
      next = found.basedOn
    }
  }

  return {
    listPlace(id) {
      let place: ListPlace = {}
      for (const { num, level } of chain(id)) place = { num: place.num ?? num, level: place.level ?? level }
      return place
    },
    characterStyle(id) {
      const found: CharacterStyle = {}
      for (const { isHidden, isStruck, shift, font } of chain(id)) {
        if (isHidden !== undefined) found.isHidden ??= isHidden
        if (isStruck !== undefined) found.isStruck ??= isStruck
        if (font !== undefined) found.font ??= font
        // Null says that the text is on its line, which is something else than nothing.
        if (shift !== undefined && found.shift === undefined) found.shift = shift
      }
      return found
    },
  }
}

/** The style with what a property of a run says. */
export function characterStyleWith(style: CharacterStyle, name: string, attributes: Attributes): CharacterStyle {
  if (name === 'vanish') return { ...style, isHidden: isOn(attributes) }
  if (name === 'strike' || name === 'dstrike') return { ...style, isStruck: isOn(attributes) }
  if (name === 'rFonts') return withFont(style, attributes)
  const value = attributeOf(attributes, 'val')
  // LibreOffice writes the raised text of a web page as moved and smaller; text that is only moved is no power.
  if (name === 'position') return { ...style, rise: Number(value) }
  if (name === 'sz' && style.rise) return { ...style, shift: style.rise > 0 ? 'raised' : 'lowered' }
  if (name !== 'vertAlign') return style
  return { ...style, shift: value === 'superscript' ? 'raised' : value === 'subscript' ? 'lowered' : null }
}

/** The font of Latin letters, as which Word counts the pictures; a font of the theme overrules it. */
function withFont(style: CharacterStyle, attributes: Attributes): CharacterStyle {
  const font = attributeOf(attributes, 'ascii')
  return font === '' || attributeOf(attributes, 'asciiTheme') !== '' ? style : { ...style, font }
}
