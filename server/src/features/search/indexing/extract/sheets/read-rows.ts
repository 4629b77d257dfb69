import { cellText } from '../lines.ts'
import type { Package } from '../office/package.ts'
import type { Attributes } from '../office/parse-xml.ts'
import type { TextBudget } from '../text-budget.ts'
import { Unreadable } from '../unreadable.ts'
import { includesCell, MAX_COLUMNS, MAX_ROWS, parseAddress, parseRange, type Range } from './cell-address.ts'
import { unescapeText } from './escapes.ts'
import { type ShowValue, serialOf } from './number-formats.ts'
import { RichText } from './rich-text.ts'

/** A row that has a value, counted from 0; cells by their column, from 0; `notes` are comments and text boxes there. */
export type SheetRow = { index: number; cells: Map<number, string>; notes: string[] }

export type Workbook = {
  strings: readonly string[]
  show: ShowValue
  isFrom1904: boolean
  /** Its values are to be calculated when it is opened; writers that cannot calculate store zeros until then. */
  isStale: boolean
  budget: TextBudget
}

export type SheetContent = {
  rows: SheetRow[]
  merged: Range[]
  /** First and last column of each hidden range, from 0. */
  hidden: [number, number][]
  formulasWithoutValue: number
  missingTexts: number
}

/** Formulas of several cells: each cell is compared with each of them. */
const MAX_ARRAYS = 100

export async function readRows(file: Package, sheet: string, workbook: Workbook): Promise<SheetContent> {
  const content: SheetContent = { rows: [], merged: [], hidden: [], formulasWithoutValue: 0, missingTexts: 0 }
  let rowIndex = -1
  let isHiddenRow = false
  let cells = new Map<number, string>()
  let column = -1
  let cell = { type: 'n', style: 0, value: '', formula: '', hasFormula: false }
  const arrays: Range[] = []
  let target: 'value' | 'formula' | null = null
  let inlineText: RichText | null = null
  await file.read(sheet, {
    open(name, attributes) {
      if (name === 'row') {
        rowIndex = attributes.r === undefined ? rowIndex + 1 : Number(attributes.r) - 1
        if (!(rowIndex >= 0 && rowIndex < MAX_ROWS)) throw new Unreadable('A row of the workbook has no valid number')
        cells = new Map()
        column = -1
        isHiddenRow = isHidden(attributes)
      } else if (name === 'c') {
        column = parseAddress(attributes.r ?? '')?.column ?? column + 1
        const style = Number(attributes.s ?? 0)
        const isInArray = arrays.some((range) => includesCell(range, rowIndex, column))
        cell = { type: attributes.t ?? 'n', style, value: '', formula: '', hasFormula: isInArray }
      } else if (name === 'col') {
        if (isHidden(attributes)) content.hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1])
      } else if (inlineText) inlineText.open(name, attributes)
      else if (name === 'is') inlineText = new RichText()
      else if (name === 'v') target = 'value'
      else if (name === 'f') {
        target = 'formula'
        cell.hasFormula = true
        const range = attributes.t === 'array' && workbook.isStale ? parseRange(attributes.ref ?? '') : null
        if (range && arrays.length < MAX_ARRAYS) arrays.push(range)
      } else if (name === 'mergeCell') {
        const range = parseRange(attributes.ref ?? '')
        if (range) content.merged.push(range)
      }
    },
    text(piece) {
      if (inlineText) inlineText.addText(piece)
      else if (target === 'value') cell.value += piece
      else if (target === 'formula') cell.formula += piece
    },
    close(name) {
      if (name === 'v' || name === 'f') target = null
      else if (inlineText && name === 'is') {
        cell.value = inlineText.text
        inlineText = null
      } else if (inlineText) inlineText.close(name)
      else if (name === 'c') {
        const isUncalculated =
          cell.hasFormula && cell.type !== 'str' && (cell.value === '' || (workbook.isStale && cell.value === '0'))
        if (isUncalculated) content.formulasWithoutValue++
        if (cell.type === 's' && workbook.strings[Number(cell.value)] === undefined) content.missingTexts++
        const text = isUncalculated ? formulaText(cell.formula) : shownValue(cell, workbook)
        if (text === '' || column >= MAX_COLUMNS) return
        workbook.budget.spend(text.length)
        cells.set(column, text)
      } else if (name === 'row' && cells.size > 0)
        content.rows.push({ index: rowIndex, cells, notes: isHiddenRow ? ['[Hidden row]'] : [] })
    },
  })
  return content
}

const isHidden = ({ hidden }: Attributes): boolean => hidden === '1' || hidden === 'true'

/** What is known of a value that no program has calculated yet. Some writers store the sign with it; spreadsheets accept that. */
const formulaText = (formula: string): string =>
  formula === '' ? '=?' : `=${cellText(unescapeText(formula)).replace(/^=/, '')}`

type Cell = { type: string; style: number; value: string }

function shownValue({ type, style, value }: Cell, { strings, show, isFrom1904 }: Workbook): string {
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : value === '' ? '' : 'FALSE'
  if (type === 'e') return value
  if (type === 's') return textValue(strings[Number(value)] ?? '', style, show)
  if (type === 'inlineStr') return textValue(value, style, show)
  if (type === 'str') return textValue(unescapeText(value), style, show)
  if (value.trim() === '') return ''
  const number = type === 'd' ? serialOf(value, isFrom1904) : Number(value)
  return cellText(number === null || Number.isNaN(number) ? value : show(number, style))
}

const textValue = (text: string, style: number, show: ShowValue): string =>
  text === '' ? '' : cellText(show(text, style))
