import { formatCount } from '../count-formats.ts'
import type { List } from './list-definitions.ts'
import type { ListPlace, Styles } from './styles.ts'

const MAX_LEVELS = 9

/**
 * Numbers the paragraphs of a Word document as a reader sees them. A heading rarely contains its number: its style names a
 * list, and the list says how its levels are counted and shown.
 */
export function createNumbering(
  findList: (num: string) => List | undefined,
  styles: Styles,
): (paragraph: ListPlace & { style: string }) => string {
  const counts = new Map<List['sequence'], (number | undefined)[]>()
  const started = new Map<List, Set<number>>()

  /** A list that starts again does so where it is first used, and counts on afterwards. */
  function isRestarted(list: List, at: number): boolean {
    if (!list.startAt.has(at)) return false
    const levels = started.get(list) ?? new Set<number>()
    started.set(list, levels)
    if (levels.has(at)) return false
    levels.add(at)
    return true
  }

  return ({ num, level, style }) => {
    const inherited = styles.listPlace(style)
    const list = findList(num ?? inherited.num ?? '')
    const at = level ?? inherited.level ?? 0
    const shown = list?.levels.get(at)
    if (!list || !shown || !(at >= 0 && at < MAX_LEVELS)) return ''
    const before = counts.get(list.sequence) ?? []
    // A deeper level begins again under each number above it, unless it says that it never does.
    const counted = before.map((count, deep) =>
      deep <= at || list.levels.get(deep)?.restart === 0 ? count : undefined,
    )
    const restart = isRestarted(list, at) ? list.startAt.get(at) : undefined
    counted[at] = restart ?? (counted[at] ?? shown.start - 1) + 1
    counts.set(list.sequence, counted)
    if (shown.format === 'bullet' || shown.format === 'none') return ''
    return shown.text.replaceAll(/%([1-9])/g, (_, place) => {
      const one = list.levels.get(Number(place) - 1)
      if (!one) return ''
      const count = counted[Number(place) - 1] ?? list.startAt.get(Number(place) - 1) ?? one.start
      return formatCount(count, shown.isLegal ? 'decimal' : one.format)
    })
  }
}
