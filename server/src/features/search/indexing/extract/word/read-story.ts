import { cellText, labelledLines } from '../lines.ts'
import { Alternatives } from '../office/alternatives.ts'
import { Equation } from '../office/equation.ts'
import { withoutHiddenShapes } from '../office/hidden-shapes.ts'
import type { Package } from '../office/package.ts'
import { type Attributes, attributeOf, type Handlers, relationId } from '../office/parse-xml.ts'
import { StyledText, type TextStyle } from '../styled-text.ts'
import type { TextBudget } from '../text-budget.ts'
import { FormField } from './form-field.ts'
import { type CharacterStyle, characterStyleWith, type ListPlace, type Styles } from './styles.ts'
import { symbolText } from './symbols.ts'
import { openTable, type Table } from './tables.ts'

/** What the stories of a document (its body, headers, notes) are read with. */
export type Setting = {
  styles: Styles
  labelOf(paragraph: ListPlace & { style: string }): string
  budget: TextBudget
  /** The lines of what a part of the document refers to: a note or comment by its kind and id, a drawing by its relation. */
  referred(kind: string, id: string): readonly string[]
  /** The mark that is in the text for a note, such as `[2]`. */
  markOf(kind: string, id: string): string
}

/** Text that is no longer there, was moved away, is an instruction, or says how another text is pronounced. */
const SKIPPED = new Set([
  'del',
  'moveFrom',
  'rt',
  'instrText',
  'delText',
  'delInstrText',
  'pPrChange',
  'rPrChange',
  'sectPrChange',
  'tblPrChange',
  'tblGridChange',
  'tblPrExChange',
  'trPrChange',
  'tcPrChange',
  'numberingChange',
])
const NOTES = new Map([
  ['footnoteReference', 'footnote'],
  ['endnoteReference', 'endnote'],
  ['commentReference', 'comment'],
])

/** Lines are handed from table to table; those of a table that lies deeper go to the story at once. */
const MAX_NESTED_TABLES = 20

/** `isJoined`: the next paragraph continues it, because its end was deleted or it is the large first letter of a text. */
type Paragraph = ListPlace & { style: string; text: StyledText; after: string[]; isJoined: boolean; isDropCap: boolean }
/** Where finished lines go: the story itself, a cell or a text box. `joined` is text of a paragraph that the next one continues. */
type Container = { lines: string[]; paragraph: Paragraph | null; joined: string; isCell: boolean; inside: string[] }

const openContainer = (lines: string[] = [], isCell = false): Container => ({
  lines,
  paragraph: null,
  joined: '',
  isCell,
  inside: [],
})

/** Reads stories element by element, with stacks in place of calls, because a hostile document nests without end. */
export class StoryReader implements Handlers {
  readonly lines: string[] = []
  readonly #setting: Setting
  readonly #path: string[] = []
  readonly #containers: Container[] = [openContainer(this.lines)]
  readonly #tables: Table[] = []
  readonly #alternatives = new Alternatives()
  #skipped = 0
  #run: CharacterStyle = {}
  #isInText = false
  #field: FormField | null = null
  #equation: Equation | null = null

  constructor(setting: Setting) {
    this.#setting = setting
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#skipped > 0) {
      this.#skipped++
      return
    }
    const parent = this.#path.at(-1)
    if (SKIPPED.has(name) || this.#alternatives.skips(name, parent)) {
      this.#noteDeletion(name, parent)
      this.#skipped = 1
      return
    }
    this.#path.push(name)
    if (this.#field) this.#field.open(name, attributes)
    else if (this.#equation) this.#equation.open(name, attributes)
    else if (name === 'oMath') this.#equation = new Equation()
    else if (parent === 'pPr' || parent === 'numPr') this.#openParagraphProperty(name, attributes)
    else if (parent === 'rPr') this.#openRunProperty(name, attributes)
    else this.#openBlock(name, attributes) || this.#openInline(name, attributes)
  }

  readonly text = (piece: string): void => {
    if (this.#skipped > 0) return
    if (this.#equation) this.#equation.addText(piece)
    // A line break of the file is a space; one of the text is an element.
    else if (this.#isInText) this.#append(piece.replaceAll(/[\r\n]+/g, ' '))
  }

  readonly close = (name: string): void => {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    this.#path.pop()
    if (this.#equation && !this.#equation.isEnded) this.#equation.close(name)
    else if (this.#equation) this.#endEquation(this.#equation)
    else if (name === 't') this.#isInText = false
    else if (name === 'ffData' && this.#field) {
      const { text } = this.#field
      this.#field = null
      this.#append(text)
    } else if (name === 'AlternateContent') this.#alternatives.close()
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#tables.at(-1)?.endCell(this.#leaveContainer())
    else if (name === 'tr') this.#tables.at(-1)?.endRow()
    else if (name === 'tbl') this.#endTable()
    else if (name === 'txbxContent') this.#addAfter(this.#leaveContainer().lines)
  }

  /** The end of a paragraph and a row of a table can be deleted too. */
  #noteDeletion(name: string, parent: string | undefined): void {
    if (name !== 'del' && name !== 'moveFrom') return
    const paragraph = this.#paragraph
    if (parent === 'rPr' && this.#path.at(-2) === 'pPr' && paragraph) paragraph.isJoined = true
    if (parent === 'trPr') this.#tables.at(-1)?.deleteRow()
  }

  #openParagraphProperty(name: string, attributes: Attributes): void {
    const paragraph = this.#paragraph
    if (!paragraph) return
    if (name === 'pStyle') paragraph.style = attributeOf(attributes, 'val')
    else if (name === 'numId') paragraph.num = attributeOf(attributes, 'val')
    else if (name === 'ilvl') paragraph.level = Number(attributeOf(attributes, 'val'))
    else if (name === 'framePr' && /^(drop|margin)$/.test(attributeOf(attributes, 'dropCap')))
      paragraph.isJoined = paragraph.isDropCap = true
  }

  #openRunProperty(name: string, attributes: Attributes): void {
    if (this.#path.at(-3) !== 'r') return
    // A style is the first of the properties, and the others overrule it.
    if (name === 'rStyle')
      this.#run = { ...this.#setting.styles.characterStyle(attributeOf(attributes, 'val')), ...this.#run }
    else this.#run = characterStyleWith(this.#run, name, attributes)
  }

  /** What begins a block of its own; false where the element is none. */
  #openBlock(name: string, attributes: Attributes): boolean {
    if (name === 'p') this.#startParagraph()
    else if (name === 'tbl') this.#tables.push(openTable())
    else if (name === 'tc') {
      this.#tables.at(-1)?.startCell()
      this.#containers.push(openContainer([], true))
    } else if (name === 'txbxContent') this.#containers.push(openContainer())
    else if (name === 'AlternateContent') this.#alternatives.open()
    else return this.#tables.at(-1)?.openProperty(name, attributes) ?? false
    return true
  }

  #openInline(name: string, attributes: Attributes): void {
    const note = NOTES.get(name)
    if (name === 'r') this.#run = {}
    else if (name === 't') this.#isInText = true
    else if (name === 'tab' || name === 'ptab') this.#append(this.#path.at(-2) === 'r' ? '\t' : '')
    else if (name === 'br' || name === 'cr') this.#append('\n')
    else if (name === 'noBreakHyphen') this.#append('-')
    else if (name === 'sym') this.#append(symbolText(attributes), { ...this.#run, font: '' })
    else if (name === 'ffData') this.#field = new FormField()
    else if (note) {
      const id = attributeOf(attributes, 'id')
      // The mark has its own signs, however its run is raised.
      this.#append(this.#setting.markOf(note, id), { isHidden: this.#run.isHidden ?? false })
      this.#addAfter(this.#setting.referred(note, id))
    } else if (name === 'relIds') this.#addAfter(this.#setting.referred('drawing', relationId(attributes, 'dm')))
    else if (name === 'chart') this.#addAfter(this.#setting.referred('drawing', relationId(attributes)))
    // WordArt of Word's older kind, as which watermarks are still written.
    else if (name === 'textpath') this.#addAfter([cellText(attributeOf(attributes, 'string'))])
  }

  #append(text: string, style = this.#run): void {
    const paragraph = this.#paragraph
    if (!paragraph || style.isHidden) return
    this.#setting.budget.spend(text.length)
    // A large letter is lowered onto the line of the text, and is no index.
    paragraph.text.append(text, textStyleOf(paragraph.isDropCap ? { ...style, shift: null } : style))
  }

  #endEquation({ text }: Equation): void {
    this.#equation = null
    this.#run = {}
    this.#append(text)
  }

  /** Lines that are read behind the paragraph in which they are anchored. */
  #addAfter(lines: readonly string[]): void {
    const target = this.#paragraph?.after ?? this.#containers.at(-1)?.lines
    for (const line of lines) target?.push(line)
  }

  get #paragraph(): Paragraph | null {
    return this.#containers.at(-1)?.paragraph ?? null
  }

  #startParagraph(): void {
    this.#endParagraph()
    const container = this.#containers.at(-1)
    if (container)
      container.paragraph = { style: '', text: new StyledText(), after: [], isJoined: false, isDropCap: false }
  }

  #endParagraph(): void {
    const container = this.#containers.at(-1)
    const paragraph = container?.paragraph
    if (!container || !paragraph) return
    const text = container.joined + paragraph.text.text
    container.paragraph = null
    container.joined = paragraph.isJoined ? text : ''
    if (!paragraph.isJoined) {
      const label = this.#setting.labelOf(paragraph)
      for (const line of labelledLines(text, label)) container.lines.push(line)
    }
    for (const line of paragraph.after) container.lines.push(line)
  }

  #leaveContainer(): Container {
    this.#endParagraph()
    const container = this.#containers.length > 1 ? this.#containers.pop() : undefined
    if (!container) return openContainer()
    if (container.joined !== '') container.lines.push(container.joined)
    return container
  }

  /** A table inside a cell follows the row of that cell, because its own rows are lines too. */
  #endTable(): void {
    const table = this.#tables.pop()
    const container = this.#containers.at(-1)
    const own = container?.isCell ? container.inside : container?.lines
    const target = this.#tables.length < MAX_NESTED_TABLES ? own : this.lines
    for (const line of table?.lines() ?? []) target?.push(line)
  }
}

const textStyleOf = ({ shift = null, isStruck = false, font = '' }: CharacterStyle): TextStyle => ({
  shift,
  isStruck,
  font,
})

/** The lines of a story. Blank paragraphs are blank lines. */
export async function readStory(file: Package, part: string, setting: Setting): Promise<string[]> {
  const reader = new StoryReader(setting)
  await file.read(part, withoutHiddenShapes(reader))
  return reader.lines
}
