import type { Random } from '../lib/random.ts'

/** A table as people print it. `padding`: of its cells, in points. */
export type PrintedTable = {
  title: string
  isRuled: boolean
  align: 'top' | 'middle' | 'bottom'
  padding: number
  columns: ('text' | 'number' | 'note')[]
  rows: string[][]
}

const PLACES = ['North', 'South', 'Zürich', 'São Paulo', 'Gate 4', 'Depot', 'Annex B', 'Main hall', 'Old town']
const GOODS = ['Kettle', 'Toaster', 'Läufer 80 cm', 'Bag, blue', 'Lamp "Ada"', 'Seal & ring', 'Hose 5 m']
const NOTES = [
  'Delivered in two parts because the depot was closed on Friday',
  'Only for rooms with a window to the garden',
  'See the agreement of March for the terms that apply to returns',
  'Ask the front desk before you open a second box',
  'No smoking',
  'Weekdays from nine to five, closed on public holidays',
]
const HEADINGS = ['Old fee', 'New fee', 'Stock', 'Since', 'Code', 'Share', 'Hours', 'Remark', 'Price', 'Weight']
const LABELS = ['Assets', 'Other income', 'Expenses']
const PADDINGS = [2, 3, 4, 6]
const ALIGNS = ['top', 'middle', 'bottom'] as const

/** Columns as narrow as their longest text, notes of several lines, gaps, labels without values, and tables of several pages. */
export function makePrintedTable(random: Random, at: number): PrintedTable {
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[random.below(list.length)] as T
  const columns = Array.from({ length: 3 + random.below(4) }, (_, column) =>
    column === 0 || random.below(3) === 0 ? ('text' as const) : ('number' as const),
  )
  const hasNotes = at % 3 !== 0
  const first = random.below(HEADINGS.length)
  const headings = columns.map((_, column) =>
    column === 0 ? 'Place' : `${HEADINGS[(first + column) % HEADINGS.length]}`,
  )
  const rows = Array.from({ length: at % 6 === 5 ? 60 + random.below(30) : 5 + random.below(10) }, (_, row) => {
    if (at % 5 === 2 && row % 4 === 3) return columns.map((_, column) => (column === 0 ? pick(LABELS) : ''))
    return columns.map((kind, column) => {
      if (column === 0) return `${pick(PLACES)} ${row + 1}`
      if (random.below(5) === 0) return ''
      if (kind === 'text') return `${pick(GOODS)} ${random.below(90)}`
      return (random.below(1_000_000) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
    })
  })
  const withNotes = rows.map((row) => [...row, row.slice(1).some((text) => text !== '') ? pick(NOTES) : ''])
  return {
    title: `Report ${at}`,
    isRuled: at % 2 === 0,
    align: pick(ALIGNS),
    padding: pick(PADDINGS),
    columns: hasNotes ? [...columns, 'note'] : columns,
    rows: hasNotes ? [[...headings, 'Note'], ...withNotes] : [headings, ...rows],
  }
}

/** The table as a page; a row is not divided between two. */
export function pageOf({ title, isRuled, align, padding, columns, rows }: PrintedTable): string {
  const [headings = [], ...others] = rows.map((row) => row.map(escaped))
  const cells = (row: readonly string[], tag: 'td' | 'th') =>
    `<tr>${row.map((text, at) => `<${tag} class="${columns[at]}">${text}</${tag}>`).join('')}</tr>`
  return `<!doctype html><meta charset="utf-8"><style>
    body { font: 10pt Helvetica, Arial, sans-serif } table { border-collapse: collapse } tr { break-inside: avoid }
    td, th { padding: ${padding}pt; vertical-align: ${align}; ${isRuled ? 'border: 1px solid' : ''} } th { text-align: left }
    .number { text-align: right } .note { width: 180pt }
    </style><h1>${title}</h1><p>The figures hold for the whole of the year.</p>
    <table><thead>${cells(headings, 'th')}</thead><tbody>${others.map((row) => cells(row, 'td')).join('')}</tbody></table>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
