import { cellText, rowText } from '../lines.ts'
import { type ShowFormatted, showFormat } from '../sheets/show-number.ts'
import type { Package } from './package.ts'
import { type Attributes, attributeOf, type Handlers, isOn } from './parse-xml.ts'

const MAX_CHART_POINTS = 10_000
/** Of categories such as a year above its months. */
const MAX_CATEGORY_LEVELS = 10

/** `titles`: of the chart, and in parentheses of its axes; `rows`: a row for each category, a column for each series. */
export type Chart = { titles: string; rows: string[] }

export async function readChart(file: Package, part: string): Promise<Chart> {
  const reader = new ChartReader()
  await file.read(part, reader)
  const shapes: string[] = []
  for (const drawing of await file.related(part, 'chartUserShapes')) shapes.push(...(await readShapes(file, drawing)))
  return { titles: reader.titles, rows: [...reader.rows, ...shapes] }
}

/** A line for each paragraph of the text boxes in a chart. */
async function readShapes(file: Package, part: string): Promise<string[]> {
  const lines: string[] = []
  let text = ''
  let isInText = false
  await file.read(part, {
    open(name) {
      if (name === 't') isInText = true
      else if (name === 'br') text += ' '
    },
    text(piece) {
      if (isInText) text += piece
    },
    close(name) {
      if (name === 't') isInText = false
      else if (name === 'p') {
        if (cellText(text) !== '') lines.push(cellText(text))
        text = ''
      }
    },
  })
  return lines
}

/** Elements that list numbers, of charts before and since 2016. */
const NUMBERS = new Set(['numCache', 'numLit', 'numDim'])

type Series = { name: string; values: Map<number, string> }

class ChartReader implements Handlers {
  readonly #path: string[] = []
  /** The innermost level of categories comes first. */
  readonly #levels: Map<number, string>[] = [new Map()]
  #level = 0
  readonly #series: Series[] = []
  #title = ''
  readonly #axes: string[] = []
  #openTitle = ''
  #value = ''
  #index = 0
  #isFrom1904 = false
  /** How the numbers of the open list are shown; null in a list of texts. */
  #show: ShowFormatted | null = null
  #pointFormat = ''

  readonly open = (name: string, attributes: Attributes): void => {
    this.#path.push(name)
    if (name === 'ser' || name === 'data') this.#series.push({ name: '', values: new Map() })
    else if (name === 'date1904') this.#isFrom1904 = isOn(attributes)
    else if (NUMBERS.has(name)) this.#show = this.#showAs('General')
    else if (name === 'pt') this.#openPoint(attributes)
    else if (name === 'title') this.#openTitle = ''
    else if (name === 'cat' || name === 'xVal') this.#level = 0
    else if (name === 'multiLvlStrCache' || name === 'strDim') this.#level = -1
    else if (name === 'lvl' && this.#show) this.#show = this.#showAs(attributeOf(attributes, 'formatCode'))
    else if (name === 'lvl' && this.#level < MAX_CATEGORY_LEVELS) this.#levels[++this.#level] ??= new Map()
  }

  readonly text = (piece: string): void => {
    const element = this.#path.at(-1)
    if (element === 'v' || element === 't' || element === 'pt' || element === 'formatCode') this.#value += piece
  }

  readonly close = (name: string): void => {
    const element = this.#path.pop()
    if (name === 'formatCode') this.#show &&= this.#showAs(this.#value)
    else if (this.#value.trim() !== '') this.#put(this.#value, element === 'pt')
    this.#value = ''
    if (NUMBERS.has(name)) this.#show = null
    if (name === 'p' && this.#path.includes('title')) this.#openTitle += ' '
    if (name !== 'title') return
    const title = cellText(this.#openTitle)
    if (!this.#path.includes('plotArea')) this.#title ||= title
    else if (title !== '') this.#axes.push(title)
  }

  get titles(): string {
    const axes = this.#axes.length === 0 ? '' : `(${this.#axes.join(', ')})`
    return [this.#title, axes].filter((text) => text !== '').join(' ')
  }

  get rows(): string[] {
    const indexes = new Set(
      [...this.#levels, ...this.#series.map(({ values }) => values)].flatMap((map) => [...map.keys()]),
    )
    const outer = this.#levels.slice(1).map(() => '')
    const rows = [...indexes]
      .toSorted((one, other) => one - other)
      .map((index) => {
        // A category of an outer level is stored once, at the first of those that it covers.
        for (const at of outer.keys()) outer[at] = this.#levels[at + 1]?.get(index) ?? outer[at] ?? ''
        const category = [...outer.toReversed(), this.#levels[0]?.get(index) ?? ''].filter((text) => text !== '')
        return rowText([category.join(' '), ...this.#series.map(({ values }) => values.get(index) ?? '')].map(cellText))
      })
    const head = rowText(['', ...this.#series.map(({ name }) => cellText(name))])
    return [head, ...rows].filter((line) => line.trim() !== '')
  }

  #openPoint(attributes: Attributes): void {
    this.#index = Number(attributeOf(attributes, 'idx')) || 0
    this.#pointFormat = attributeOf(attributes, 'formatCode')
  }

  #showAs(code: string): ShowFormatted {
    return showFormat(0, code, this.#isFrom1904)
  }

  /** A number as its axis or label shows it: a date is stored as its days, and 4.4 as 4.4000000000000004. */
  #shown(text: string): string {
    const number = Number(text)
    if (!this.#show || Number.isNaN(number)) return text
    return (this.#pointFormat === '' ? this.#show : this.#showAs(this.#pointFormat))(number)
  }

  #put(stored: string, isPoint: boolean): void {
    const text = this.#shown(stored)
    const series = this.#series.at(-1)
    const is = (name: string) => this.#path.includes(name)
    if (is('title')) this.#openTitle += text
    else if (!series) return
    else if (isPoint) {
      if (is('strDim')) this.#putCategory(text)
      else if (is('numDim') && this.#index < MAX_CHART_POINTS) series.values.set(this.#index, text)
    } else if (is('tx')) series.name += text
    else if (this.#index >= MAX_CHART_POINTS) return
    else if (is('cat') || is('xVal')) this.#putCategory(text)
    else if (is('val') || is('yVal')) series.values.set(this.#index, text)
  }

  #putCategory(text: string): void {
    if (this.#index < MAX_CHART_POINTS) this.#levels[this.#level]?.set(this.#index, text)
  }
}
