import { cellText, labelledLines } from '../lines.ts'
import { Alternatives } from '../office/alternatives.ts'
import { Equation } from '../office/equation.ts'
import { type Attributes, type Handlers, relationId } from '../office/parse-xml.ts'
import { PLAIN, StyledText, type TextStyle } from '../styled-text.ts'
import { withoutPrivateUse } from '../symbol-fonts.ts'
import { type TableCell, TableGrid } from '../table-grid.ts'
import type { TextBudget } from '../text-budget.ts'
import { AutoNumbering } from './auto-numbering.ts'

/** Reads a slide, its notes or its background: a line for each paragraph, and one for each row of a table. */
export class SlideReader implements Handlers {
  readonly lines: string[] = []
  isHidden = false
  /** Whether the shapes of the layout, or of the master behind it, are seen too. */
  showsBackground = true
  readonly #isBackground: boolean
  #isPlaceholder = false
  readonly #drawings: Map<string, string[]>
  readonly #budget: TextBudget
  readonly #tables: { grid: TableGrid; cells: TableCell[]; cell: TableCell; texts: string[] }[] = []
  readonly #alternatives = new Alternatives()
  readonly #path: string[] = []
  readonly #numbering = new AutoNumbering()
  #skipped = 0
  #text = new StyledText()
  #style: TextStyle = PLAIN
  #symbolFont = ''
  #isInText = false
  #equation: Equation | null = null

  constructor(drawings: ReadonlyMap<string, string[]>, budget: TextBudget, { isBackground = false } = {}) {
    this.#drawings = new Map(drawings)
    this.#budget = budget
    this.#isBackground = isBackground
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#skipped > 0 || this.#alternatives.skips(name, this.#path.at(-1)) || isSlideNumber(name, attributes)) {
      this.#skipped++
      return
    }
    this.#path.push(name)
    if (this.#equation) this.#equation.open(name, attributes)
    else if (name === 'oMath') this.#equation = new Equation()
    else if (ROOTS.has(name)) this.#openRoot(attributes)
    else if (name === 'sp') this.#isPlaceholder = false
    else if (name === 'ph') this.#isPlaceholder = true
    else if (name === 't') this.#isInText = true
    else if (name === 'r' || name === 'fld') this.#startRun()
    else if (name === 'rPr') this.#style = styleOf(attributes)
    else if (this.#path.at(-2) === 'rPr') this.#openRunProperty(name, attributes)
    else if (name === 'br') this.#text.append('\n')
    else if (name === 'tab' && this.#path.at(-2) === 'r') this.#text.append('\t')
    else if (name === 'txBody') this.#numbering.startBody()
    else if (name === 'p') this.#numbering.startParagraph()
    else if (name === 'pPr') this.#numbering.setLevel(Number(attributes.lvl ?? 0))
    else if (name === 'buAutoNum') this.#numbering.setFormat(attributes.type ?? '', Number(attributes.startAt ?? 1))
    else if (name === 'tbl') this.#tables.push({ grid: new TableGrid(), cells: [], cell: emptyCell(), texts: [] })
    else if (name === 'tc') this.#startCell(attributes)
    else if (name === 'AlternateContent') this.#alternatives.open()
    else if (name === 'relIds') this.#addDrawing(relationId(attributes, 'dm'))
    else if (name === 'chart') this.#addDrawing(relationId(attributes))
  }

  readonly text = (piece: string): void => {
    if (this.#skipped > 0) return
    if (this.#equation) this.#equation.addText(piece)
    // A line break of the file is a space; one of the text is an element.
    else if (this.#isInText)
      this.#append(withoutPrivateUse(piece.replaceAll(/[\r\n]+/g, ' '), this.#symbolFont), this.#style)
  }

  readonly close = (name: string): void => {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    this.#path.pop()
    if (this.#equation) {
      this.#closeInEquation(this.#equation, name)
      return
    }
    const table = this.#tables.at(-1)
    if (name === 't') this.#isInText = false
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc' && table) {
      table.cells.push({ ...table.cell, text: table.texts.join(' ') })
      table.texts = []
    } else if (name === 'tr' && table) {
      table.grid.addRow(table.cells)
      table.cells = []
    } else if (name === 'tbl') for (const line of this.#tables.pop()?.grid.lines() ?? []) this.lines.push(line)
    else if (name === 'AlternateContent') this.#alternatives.close()
  }

  #closeInEquation(equation: Equation, name: string): void {
    if (!equation.isEnded) {
      equation.close(name)
      return
    }
    this.#equation = null
    this.#append(equation.text)
  }

  #openRoot({ show = '1', showMasterSp = '1' }: Attributes): void {
    this.isHidden = !isOn(show)
    this.showsBackground = isOn(showMasterSp)
  }

  #startRun(): void {
    this.#style = PLAIN
    this.#symbolFont = ''
  }

  #openRunProperty(name: string, { typeface = '' }: Attributes): void {
    if (name === 'latin') this.#style = { ...this.#style, font: typeface }
    else if (name === 'sym') this.#symbolFont = typeface
  }

  #append(text: string, style: TextStyle = PLAIN): void {
    this.#budget.spend(text.length)
    this.#text.append(text, style)
  }

  #startCell(attributes: Attributes): void {
    const table = this.#tables.at(-1)
    if (!table) return
    // Covered cells are there as well, each with a mark.
    const continues = isOn(attributes.vMerge) ? 'above' : isOn(attributes.hMerge) ? 'beside' : null
    table.cell = { text: '', columns: 1, continues }
  }

  #endParagraph(): void {
    const { text } = this.#text
    this.#text = new StyledText()
    // What a layout says there is shown while it is edited, and no slide shows it.
    if (this.#isBackground && this.#isPlaceholder) return
    const label = this.#numbering.labelOf(text.trim() !== '')
    const target = this.#tables.at(-1)?.texts ?? this.lines
    for (const line of labelledLines(text, label).map(cellText)) if (line !== '') target.push(line)
  }

  /** Once, however often the slide shows it. */
  #addDrawing(relation: string): void {
    for (const line of this.#drawings.get(relation) ?? []) this.lines.push(line)
    this.#drawings.delete(relation)
  }
}

const ROOTS = new Set(['sld', 'sldLayout', 'sldMaster'])

const emptyCell = (): TableCell => ({ text: '', columns: 1, continues: null })

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

function styleOf({ baseline = '0', strike = 'noStrike' }: Attributes): TextStyle {
  const height = Number.parseFloat(baseline)
  return { ...PLAIN, shift: height > 0 ? 'raised' : height < 0 ? 'lowered' : null, isStruck: strike !== 'noStrike' }
}

/** Its part names where a slide is shown. */
const isSlideNumber = (name: string, { type = '' }: Attributes): boolean => name === 'fld' && type === 'slidenum'
