import { hasWords } from '#contracts/fold-text.ts'
import type { Teammate } from '#contracts/teammates.ts'

export type Column = 'name' | 'role' | 'model' | 'channel' | 'spent'
export type Sorting = { column: Column; descending: boolean }
/** `spent` is null where it is not known, or not this person's to know. */
export type StaffRow = {
  teammate: Teammate
  model: string
  /** Every channel on which it answers, by name. */
  channels: string[]
  /** Chats and bots that wait for a decision. */
  pending: number
  /** One of its bots does not work as it should. */
  hasChannelProblem: boolean
  spent: number | null
}

const { compare: compareTexts } = new Intl.Collator(undefined, { numeric: true })

/** Rows that match the search, in order; the person's own assistant leads whatever the order. */
export function arrange(rows: StaffRow[], wanted: string, { column, descending }: Sorting): StaffRow[] {
  const matching = rows.filter(({ teammate, model }) =>
    hasWords(`${teammate.name} ${teammate.role} ${teammate.description} ${model}`, wanted),
  )
  const direction = descending ? -1 : 1
  return matching.toSorted(
    (a, b) =>
      Number(b.teammate.is_personal_assistant) - Number(a.teammate.is_personal_assistant) ||
      direction * compare(a, b, column) ||
      compareTexts(a.teammate.name, b.teammate.name),
  )
}

function compare(a: StaffRow, b: StaffRow, column: Column): number {
  if (column === 'spent') return (a.spent ?? 0) - (b.spent ?? 0)
  const text = ({ teammate, model, channels }: StaffRow) => {
    if (column === 'channel') return channels.join(', ')
    return column === 'model' ? model : teammate[column]
  }
  return compareTexts(text(a), text(b))
}

/** The same column turns around; money begins with the most, words with A. */
export function nextSorting(now: Sorting, column: Column): Sorting {
  return { column, descending: now.column === column ? !now.descending : column === 'spent' }
}

/** System teammates are the platform's own and stay. */
export const canBeDeleted = ({ is_system }: Teammate): boolean => !is_system
