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

/** A table whose headings go over several columns, and its places over several rows, as a page, and what is read of it. */
export function makeMergedTable(random: Random, at: number): { rows: string[][]; page: string } {
  const years = Array.from({ length: 2 + random.below(2) }, (_, year) => String(2024 + year))
  const amount = () => (random.below(6) === 0 ? '' : (random.below(900_000) / 100).toLocaleString('en-US'))
  const places = PLACES.slice(0, 2 + random.below(5)).map((place) => ({
    place,
    lines: Array.from({ length: 1 + random.below(3) }, (_, line) => {
      const isClosed = line > 0 && random.below(4) === 0
      const figures = years.flatMap(() => [amount(), amount()])
      return { item: `${GOODS[random.below(GOODS.length)]} ${line + 1}`, figures, isClosed }
    }),
  }))
  const rows = [
    ['Place', 'Item', ...years.flatMap((year) => [year, '']), 'Note'],
    ['', '', ...years.flatMap(() => ['Plan', 'Actual']), ''],
    ...places.flatMap(({ place, lines }) =>
      lines.map(({ item, figures, isClosed }, line) => [
        line === 0 ? place : '',
        item,
        ...(isClosed ? ['closed', ...figures.slice(1).map(() => '')] : figures),
        line === 0 ? (NOTES[at % NOTES.length] ?? '') : '',
      ]),
    ),
  ]
  const body = places.map(({ place, lines }) =>
    lines.map(({ item, figures, isClosed }, line) => {
      const numbers = figures.map((figure) => `<td class="number">${figure}</td>`).join('')
      const own = (text: string | undefined, kind: string) =>
        line === 0 ? `<td class="${kind}" rowspan="${lines.length}">${escaped(text ?? '')}</td>` : ''
      const closed = `<td colspan="${figures.length}" style="text-align: center">closed</td>`
      return `<tr>${own(place, 'text')}<td>${escaped(item)}</td>${isClosed ? closed : numbers}${own(NOTES[at % NOTES.length], 'note')}</tr>`
    }),
  )
  const page = `<!doctype html><meta charset="utf-8"><style>
    body { font: 10pt Helvetica, Arial, sans-serif } table { border-collapse: collapse }
    td, th { padding: ${PADDINGS[at % PADDINGS.length]}pt; border: 1px solid black; vertical-align: ${ALIGNS[at % ALIGNS.length]} }
    .number { text-align: right } .note { width: 140pt }
    </style><h1>Report ${at}</h1><p>The figures hold for the whole of the year.</p><table>
    <tr><th rowspan="2">Place</th><th rowspan="2">Item</th>${years.map((year) => `<th colspan="2">${year}</th>`).join('')}<th rowspan="2">Note</th></tr>
    <tr>${years.map(() => '<th>Plan</th><th>Actual</th>').join('')}</tr>${body.flat().join('')}</table><p>As of May.</p>`
  return { rows, page }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
