import { cellText } from '../lines.ts'
import type { Package } from './package.ts'
import { readChart } from './read-chart.ts'

/** The texts of a part's SmartArt and charts, by the relation under which the part shows them. */
export async function readDrawings(file: Package, part: string): Promise<Map<string, string[]>> {
  const drawings = new Map<string, string[]>()
  for (const { id, type, target } of await file.relations(part)) {
    if (!file.has(target)) continue
    if (type === 'diagramData') drawings.set(id, await readDiagram(file, target))
    else if (CHARTS.has(type)) {
      const { titles, rows } = await readChart(file, target)
      drawings.set(id, titles === '' ? rows : [`[Chart] ${titles}`, ...rows])
    }
  }
  return drawings
}

/** The titles of a part's charts and of their axes, without values, by the relation under which the part shows them. */
export async function readChartTitles(file: Package, part: string): Promise<Map<string, string>> {
  const charts = new Map<string, string>()
  for (const { id, type, target } of await file.relations(part))
    if (CHARTS.has(type) && file.has(target)) charts.set(id, (await readChart(file, target)).titles)
  return charts
}

/** Charts of Office before 2016, and the kinds that it brought, such as a waterfall. */
const CHARTS = new Set(['chart', 'chartEx'])

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
