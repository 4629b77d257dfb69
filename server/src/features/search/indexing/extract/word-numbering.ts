import type { Package } from './open-package.ts'

type Level = { start: number; format: string; text: string }
type Numbered = { num?: string | undefined; level?: number | undefined }
type Style = Numbered & { based_on?: string }

const MOST_LEVELS = 9
const MOST_DEEP_STYLES = 20

/** The value of an attribute, whatever the prefix of its name. */
export const attributeOf = (attributes: Record<string, string>, name: string): string =>
  Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1] ?? ''

/**
 * Numbers the paragraphs of a Word document as a reader sees them. A heading rarely contains its number: its style names a
 * list, and the list says how its levels are counted and shown.
 */
export async function readNumbering(file: Package): Promise<(paragraph: Numbered & { style: string }) => string> {
  const styles = await readStyles(file)
  const lists = await readLists(file)
  const counts = new Map<Map<number, Level>, number[]>()

  function inherited(style: string): Numbered {
    let found: Numbered = {}
    for (let name: string | undefined = style, deep = 0; name && deep < MOST_DEEP_STYLES; deep++) {
      const known = styles.get(name)
      found = { num: found.num ?? known?.num, level: found.level ?? known?.level }
      name = known?.based_on
    }
    return found
  }

  return ({ num, level, style }) => {
    const own = inherited(style)
    const levels = lists.get(num ?? own.num ?? '')
    const at = level ?? own.level ?? 0
    const shown = levels?.get(at)
    if (!levels || !shown || !(at >= 0 && at < MOST_LEVELS)) return ''
    const counted = (counts.get(levels) ?? []).slice(0, at + 1)
    counted[at] = (counted[at] ?? shown.start - 1) + 1
    counts.set(levels, counted)
    if (shown.format === 'bullet' || shown.format === 'none') return ''
    return shown.text.replaceAll(/%([1-9])/g, (_, place) => {
      const one = levels.get(Number(place) - 1)
      return one ? formatted(counted[Number(place) - 1] ?? one.start, one.format) : ''
    })
  }
}

async function readStyles(file: Package): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>()
  if (!file.names.includes('word/styles.xml')) return styles
  let style: Style = {}
  await file.read('word/styles.xml', {
    open(name, attributes) {
      const value = attributeOf(attributes, 'val')
      if (name === 'style') {
        style = {}
        styles.set(attributeOf(attributes, 'styleId'), style)
      } else if (name === 'basedOn') style.based_on = value
      else if (name === 'numId') style.num = value
      else if (name === 'ilvl') style.level = Number(value)
    },
  })
  return styles
}

/** The levels of each list, by the id under which paragraphs and styles name it. */
async function readLists(file: Package): Promise<Map<string, Map<number, Level>>> {
  const abstract = new Map<string, Map<number, Level>>()
  const lists = new Map<string, Map<number, Level>>()
  if (!file.names.includes('word/numbering.xml')) return lists
  let levels = new Map<number, Level>()
  let level: Level | undefined
  let num = ''
  await file.read('word/numbering.xml', {
    open(name, attributes) {
      const value = attributeOf(attributes, 'val')
      if (name === 'abstractNum') {
        levels = new Map()
        abstract.set(attributeOf(attributes, 'abstractNumId'), levels)
      } else if (name === 'lvl' && num === '') {
        level = { start: 1, format: 'decimal', text: '' }
        levels.set(Number(attributeOf(attributes, 'ilvl')), level)
      } else if (name === 'num') num = attributeOf(attributes, 'numId')
      else if (name === 'abstractNumId' && num !== '') lists.set(num, abstract.get(value) ?? new Map())
      else if (level && num === '' && name === 'start') level.start = Number(value) || 0
      else if (level && num === '' && name === 'numFmt') level.format = value
      else if (level && num === '' && name === 'lvlText') level.text = value
    },
    close(name) {
      if (name === 'num') num = ''
      else if (name === 'lvl') level = undefined
    },
  })
  return lists
}

const ROMAN: [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]

function formatted(count: number, format: string): string {
  if (format === 'lowerRoman') return roman(count)
  if (format === 'upperRoman') return roman(count).toUpperCase()
  if (format === 'lowerLetter') return letters(count)
  if (format === 'upperLetter') return letters(count).toUpperCase()
  return format === 'decimalZero' && count < 10 ? `0${count}` : String(count)
}

function roman(count: number): string {
  if (count > 3999) return String(count)
  let left = count
  let text = ''
  for (const [sign, value] of ROMAN) for (; left >= value; left -= value) text += sign
  return text
}

/** a to z, then aa to zz, as Word counts. */
const letters = (count: number): string =>
  count < 1 || count > 260 ? String(count) : String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26))
