import { cellText } from '../lines.ts'
import { withoutHiddenShapes } from '../office/hidden-shapes.ts'
import type { Package } from '../office/package.ts'
import { type Handlers, relationId } from '../office/parse-xml.ts'
import { readChartTitles } from '../office/read-drawings.ts'
import { MAX_ROWS, parseAddress } from './cell-address.ts'
import { unescapeText } from './escapes.ts'
import { type Control, readControls } from './read-controls.ts'
import type { SheetRow } from './read-rows.ts'

type Note = { row: number; text: string }

/** Adds comments on cells, form controls and the texts of drawings and charts to the rows beside which they are shown. */
export async function addNotes(file: Package, sheet: string, rows: SheetRow[]): Promise<void> {
  const threaded = await readComments(file, await file.related(sheet, 'threadedComment'), 'threadedComment')
  // Beside a thread lies a plain comment, for programs that know no threads.
  const isThreaded = new Set(threaded.map(({ address }) => address))
  const plain = await readComments(file, await file.related(sheet, 'comments'), 'comment')
  const comments = [...plain.filter(({ address }) => !isThreaded.has(address)), ...threaded]
  const notes: Note[] = comments.flatMap(({ address, text }) => {
    const place = parseAddress(address)
    return place ? [{ row: place.row, text: `[Comment on ${address}: ${text}]` }] : []
  })
  for (const drawing of await file.related(sheet, 'drawing')) notes.push(...(await readTextBoxes(file, drawing)))
  const controls: Control[] = []
  for (const drawing of await file.related(sheet, 'vmlDrawing')) controls.push(...(await readControls(file, drawing)))
  // The label of a control is in a text box too, for programs that know no controls.
  const labels = new Set(controls.map(({ label }) => textBox(label)))
  place([...notes.filter(({ text }) => !labels.has(text)), ...controls], rows)
}

const textBox = (text: string): string => `[Text box: ${text}]`

function place(notes: readonly Note[], rows: SheetRow[]): void {
  const byIndex = new Map(rows.map((row) => [row.index, row]))
  for (const { row: index, text } of notes) {
    const row: SheetRow = byIndex.get(index) ?? { index, cells: new Map(), notes: [] }
    row.notes.push(text)
    if (byIndex.has(index)) continue
    byIndex.set(index, row)
    rows.push(row)
  }
  rows.sort((one, other) => one.index - other.index)
}

async function readComments(file: Package, parts: readonly string[], element: string) {
  const comments: { address: string; text: string }[] = []
  let comment: { address: string; text: string } | null = null
  let textDepth = 0
  let isPhonetic = false
  for (const part of parts)
    await file.read(part, {
      open(name, attributes) {
        if (name === element) comment = { address: attributes.ref ?? '', text: '' }
        else if (name === 'text' || name === 't') textDepth++
        else if (name === 'rPh') isPhonetic = true
      },
      text(piece) {
        if (comment && textDepth > 0 && !isPhonetic) comment.text += piece
      },
      close(name) {
        if (name === 'text' || name === 't') textDepth--
        else if (name === 'rPh') isPhonetic = false
        else if (name === element && comment) {
          const text = cellText(unescapeText(comment.text))
          if (text !== '') comments.push({ address: comment.address, text })
          comment = null
        }
      },
    })
  return comments
}

async function readTextBoxes(file: Package, drawing: string): Promise<Note[]> {
  const notes: Note[] = []
  const charts = await readChartTitles(file, drawing)
  let text = ''
  let row = 0
  let where: 'row' | 'text' | null = null
  let isInFrom = false
  let fallbackDepth = 0
  const handlers: Handlers = {
    open(name, attributes) {
      if (name === 'Fallback') fallbackDepth++
      if (name === 'twoCellAnchor' || name === 'oneCellAnchor' || name === 'absoluteAnchor') row = 0
      else if (name === 'from') isInFrom = true
      else if (name === 'row' && isInFrom) {
        where = 'row'
        row = 0
      } else if (name === 't' && fallbackDepth === 0) where = 'text'
      else if (name === 'br') text += ' '
      else if (name === 'chart') {
        const titles = charts.get(relationId(attributes)) ?? ''
        if (titles !== '' && row >= 0 && row < MAX_ROWS) notes.push({ row, text: `[Chart: ${titles}]` })
      }
    },
    text(piece) {
      if (where === 'text') text += piece
      else if (where === 'row') row = Number(piece)
    },
    close(name) {
      if (name === 'Fallback') fallbackDepth--
      else if (name === 'from') isInFrom = false
      else if (name === 'row' || name === 't') where = null
      else if (name === 'p') text += ' '
      else if (name === 'sp' || name === 'txBody') {
        const shown = cellText(text)
        if (shown !== '' && row >= 0 && row < MAX_ROWS) notes.push({ row, text: textBox(shown) })
        text = ''
      }
    },
  }
  await file.read(drawing, withoutHiddenShapes(handlers))
  return notes
}
