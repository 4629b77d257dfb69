import type { Package } from '../office/package.ts'
import { attributeOf, isOn } from '../office/parse-xml.ts'

/** The list that a paragraph belongs to, and how deep in it. */
export type ListPlace = { num?: string | undefined; level?: number | undefined }

type Style = ListPlace & { basedOn?: string; isHidden?: boolean }

export type Styles = {
  /** What a paragraph style says of lists, itself or by the styles that it is based on. */
  listPlace(style: string): ListPlace
  /** Whether a style hides its text. */
  hides(style: string): boolean
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
        else if (name === 'vanish') style.isHidden = isOn(attributes)
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
    hides(id) {
      for (const { isHidden } of chain(id)) if (isHidden !== undefined) return isHidden
      return false
    },
  }
}
