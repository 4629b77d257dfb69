import { cellText, rowText } from '../lines.ts'
import type { Package } from './package.ts'
import { type Attributes, attributeOf } from './parse-xml.ts'

const MAX_CHART_POINTS = 10_000

/** The texts of a part's SmartArt and charts, by the relation under which the part shows them. */
export async function readDrawings(file: Package, part: string): Promise<Map<string, string[]>> {
  const drawings = new Map<string, string[]>()
  for (const { id, type, target } of await file.relations(part)) {
    if (!file.has(target)) continue
    if (type === 'diagramData') drawings.set(id, await readDiagram(file, target))
    else if (type === 'chart') drawings.set(id, await readChart(file, target))
  }
  return drawings
}

/** One line for each shape of a SmartArt that has a text. */
async function readDiagram(file: Package, part: string): Promise<string[]> {
  const lines: string[] = []
  let text = ''
  let isInText = false
  await file.read(part, {
    open(name) {
      if (name === 'pt') text = ''
      else if (name === 't') isInText = true
      else if (name === 'br') text += ' '
    },
    text(piece) {
      if (isInText) text += piece
    },
    close(name) {
      // The shape's own text is in an element `t` that has paragraphs, whose runs have a `t` again.
      if (name === 't') isInText = false
      else if (name === 'p') text += ' '
      else if (name === 'pt' && cellText(text) !== '') lines.push(cellText(text))
    },
  })
  return lines
}

type Series = { name: string; values: Map<number, string> }

/** The title of a chart and its values as a table: a row for each category, a column for each series. */
async function readChart(file: Package, part: string): Promise<string[]> {
  const path: string[] = []
  const categories = new Map<number, string>()
  const series: Series[] = []
  let title = ''
  let value = ''
  let index = 0
  const put = (text: string) => {
    const current = series.at(-1)
    if (path.includes('title')) title += text
    else if (!current) return
    else if (path.includes('tx')) current.name += text
    else if (index >= MAX_CHART_POINTS) return
    else if (path.includes('cat') || path.includes('xVal')) categories.set(index, text)
    else if (path.includes('val') || path.includes('yVal')) current.values.set(index, text)
  }
  await file.read(part, {
    open(name: string, attributes: Attributes) {
      path.push(name)
      if (name === 'ser') series.push({ name: '', values: new Map() })
      else if (name === 'pt') index = Number(attributeOf(attributes, 'idx')) || 0
    },
    text(piece) {
      if (path.at(-1) === 'v' || path.at(-1) === 't') value += piece
    },
    close() {
      path.pop()
      if (value !== '') put(value)
      value = ''
    },
  })
  const rows = [...new Set([...categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])])]
  const lines = rows
    .toSorted((one, other) => one - other)
    .map((row) =>
      rowText([categories.get(row) ?? '', ...series.map(({ values }) => values.get(row) ?? '')].map(cellText)),
    )
  const head = rowText(['', ...series.map(({ name }) => cellText(name))])
  return [title === '' ? '' : `[Chart] ${cellText(title)}`, head, ...lines].filter((line) => line.trim() !== '')
}
