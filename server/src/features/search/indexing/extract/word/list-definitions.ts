import type { Package } from '../office/package.ts'
import { attributeOf } from '../office/parse-xml.ts'
import type { Styles } from './styles.ts'

export type Level = { start: number; format: string; text: string; restart: number | null; isLegal: boolean }
export type Levels = Map<number, Level>

/** A list as paragraphs name it. Lists of one `sequence` count on from each other, except where one starts again. */
export type List = { sequence: Levels; levels: Levels; startAt: Map<number, number> }

/** A label is as long as its level says; one of a megabyte on each line would fill the memory. */
const MAX_LABEL_LENGTH = 100
const MAX_LINKS = 5

/** The lists of a document, by the id under which paragraphs and styles name them. */
export async function readLists(
  file: Package,
  part: string | null,
  styles: Styles,
): Promise<(num: string) => List | undefined> {
  const abstract = new Map<string, { levels: Levels; styleLink: string | null }>()
  const nums = new Map<string, { abstractId: string; levels: Levels; startAt: Map<number, number> }>()
  let definition: { levels: Levels; styleLink: string | null } | undefined
  let num: { abstractId: string; levels: Levels; startAt: Map<number, number> } | undefined
  let level: Level | undefined
  let overridden = 0
  if (part)
    await file.read(part, {
      open(name, attributes) {
        const value = attributeOf(attributes, 'val')
        if (name === 'abstractNum') {
          definition = { levels: new Map(), styleLink: null }
          abstract.set(attributeOf(attributes, 'abstractNumId'), definition)
        } else if (name === 'num') {
          num = { abstractId: '', levels: new Map(), startAt: new Map() }
          nums.set(attributeOf(attributes, 'numId'), num)
        } else if (name === 'abstractNumId' && num) num.abstractId = value
        else if (name === 'numStyleLink' && definition) definition.styleLink = value
        else if (name === 'lvlOverride') overridden = Number(attributeOf(attributes, 'ilvl'))
        else if (name === 'startOverride' && num) num.startAt.set(overridden, Number(value) || 0)
        else if (name === 'lvl') {
          level = { start: 1, format: 'decimal', text: '', restart: null, isLegal: false }
          const levels = num?.levels ?? definition?.levels
          levels?.set(Number(attributeOf(attributes, 'ilvl')), level)
        } else if (level) setLevel(level, name, value)
      },
      close(name) {
        if (name === 'num') num = undefined
        else if (name === 'abstractNum') definition = undefined
        else if (name === 'lvl') level = undefined
      },
    })

  /** A list may be defined by a style, which names another list. */
  function levelsOf(abstractId: string): Levels {
    let found = abstract.get(abstractId)
    for (let links = 0; found?.styleLink && links < MAX_LINKS; links++) {
      const linked = nums.get(styles.listPlace(found.styleLink).num ?? '')
      const next = linked && abstract.get(linked.abstractId)
      if (!next) break
      found = next
    }
    return found?.levels ?? new Map()
  }

  const lists = new Map<string, List>()
  return (id) => {
    const defined = nums.get(id)
    if (!defined) return undefined
    const known = lists.get(id)
    if (known) return known
    const sequence = levelsOf(defined.abstractId)
    const list = { sequence, levels: new Map([...sequence, ...defined.levels]), startAt: defined.startAt }
    lists.set(id, list)
    return list
  }
}

function setLevel(level: Level, name: string, value: string): void {
  if (name === 'start') level.start = Number(value) || 0
  else if (name === 'numFmt') level.format = value
  else if (name === 'lvlText') level.text = value.slice(0, MAX_LABEL_LENGTH)
  else if (name === 'lvlRestart') level.restart = Number(value)
  else if (name === 'isLgl') level.isLegal = value !== '0' && value !== 'false'
}
