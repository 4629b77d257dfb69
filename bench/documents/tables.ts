import type { Random } from '../lib/random.ts'

/** A value and the number format under which a spreadsheet shows it; a text has none. */
export type Cell = { value: string | number; format?: string } | null
/** `merged`: ranges of the rows, headings included, as first and last row and column. */
export type Table = {
  title: string
  rows: Cell[][]
  merged: [top: number, left: number, bottom: number, right: number][]
}

const PLACES = ['North', 'South', 'Łódź', 'Zürich', 'Ковров', '東京', 'São Paulo', 'Gate 4', 'Depot', 'Annex B']
const GOODS = [
  'Kettle',
  'Toaster',
  'Läufer 80 cm',
  'Bag, blue',
  'Lamp "Ada"',
  'Hose <5 m>',
  'Seal & ring',
  'Чайник',
  '急須',
]
const HEADINGS = ['Old fee', 'New fee', 'Stock', 'Since', 'Code', 'Share', 'Hours', 'Remark', 'Price', 'Weight']

/** Number formats that people use, each with values for it. */
const FORMATS: [format: string, value: (random: Random) => number][] = [
  ['General', (random) => random.below(100_000)],
  ['General', (random) => random.below(100_000) / 100],
  ['0', (random) => random.below(10_000)],
  ['0.00', (random) => random.below(1_000_000) / 100],
  ['#,##0', (random) => random.below(10_000_000)],
  ['#,##0.00', (random) => random.below(100_000_000) / 100],
  ['0%', (random) => random.below(100) / 100],
  ['0.0%', (random) => random.below(1000) / 1000],
  ['00000', (random) => random.below(10_000)],
  ['yyyy-mm-dd', (random) => 36_000 + random.below(12_000)],
  ['dd.mm.yyyy', (random) => 36_000 + random.below(12_000)],
  ['d mmm yyyy', (random) => 36_000 + random.below(12_000)],
  ['mmmm yyyy', (random) => 36_000 + random.below(12_000)],
  ['yyyy-mm-dd hh:mm', (random) => 36_000 + random.below(12_000) + random.below(1440) / 1440],
  ['hh:mm', (random) => random.below(1440) / 1440],
  ['[h]:mm:ss', (random) => random.below(300_000) / 86_400],
  ['#,##0.00 "EUR"', (random) => random.below(1_000_000) / 100],
  ['"€" #,##0.00', (random) => random.below(1_000_000) / 100],
  ['0.00;(0.00);"none"', (random) => (random.below(3) - 1) * random.below(1000)],
  ['0.00E+00', (random) => random.below(1_000_000)],
  ['yyyy"年"m"月"d"日"', (random) => 36_000 + random.below(12_000)],
]

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[random.below(list.length)]

const isLatin = (text: string) => /^[\x20-\xff]*$/.test(text)

/** What a writer can do: number formats, and letters of all scripts. */
export type Abilities = { hasFormats: boolean; hasAllLetters: boolean }

/** A table with headings, gaps and values of every kind. */
export function makeTable(random: Random, at: number, { hasFormats, hasAllLetters }: Abilities): Table {
  const places = hasAllLetters ? PLACES : PLACES.filter(isLatin)
  const goods = hasAllLetters ? GOODS : GOODS.filter(isLatin)
  const formats = hasAllLetters ? FORMATS : FORMATS.filter(([format]) => isLatin(format))
  const columns = 3 + random.below(4)
  const first = random.below(HEADINGS.length)
  const headings = Array.from(
    { length: columns },
    (_, column): Cell => ({
      value: column === 0 ? 'Place' : `${HEADINGS[(first + column) % HEADINGS.length]}`,
    }),
  )
  const rows = Array.from({ length: 5 + random.below(8) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      if (column === 0) return random.below(12) === 0 ? null : { value: `${pick(random, places)} ${row + 1}` }
      if (random.below(4) === 0) return null
      return random.below(3) === 0
        ? { value: `${pick(random, goods)} ${random.below(90)}` }
        : number(random, hasFormats ? formats : [])
    }),
  ).filter((row) => row.some((cell) => cell !== null))
  return { title: `Report ${at}`, rows: [headings, ...rows], merged: [] }
}

/** Where a writer has no number formats, its numbers are texts already. */
function number(random: Random, formats: typeof FORMATS): Cell {
  const picked = pick(random, formats)
  if (!picked) return { value: (random.below(1_000_000) / 100).toFixed(2) }
  const [format, value] = picked
  return { value: value(random), format }
}

/** The same table with labels over several rows, as people merge them. */
export function withMerged(table: Table): Table {
  const rows = table.rows.map((row) => [...row])
  const merged: Table['merged'] = []
  for (let top = 1; top + 1 < rows.length; top += 4) {
    const above = rows[top]
    const below = rows[top + 1]
    if (!above?.[0] || !below?.slice(1).some((cell) => cell !== null)) continue
    below[0] = null
    merged.push([top, 0, top + 1, 0])
  }
  return { ...table, rows, merged }
}

/** The texts of a table whose cells have no formats. */
export const textsOf = (table: Table): string[][] =>
  table.rows.map((row) => row.map((cell) => String(cell?.value ?? '')))
