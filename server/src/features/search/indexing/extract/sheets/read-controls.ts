import { cellText } from '../lines.ts'
import type { Package } from '../office/package.ts'
import { attributeOf } from '../office/parse-xml.ts'
import { Unreadable } from '../unreadable.ts'
import { MAX_ROWS } from './cell-address.ts'

/** A form control of a sheet in the row where it begins; `text` shows its state beside its label. */
export type Control = { row: number; label: string; text: string }

type Shape = { label: string; kind: string; anchor: string; isChecked: boolean }

/** Of the numbers of an anchor: the column and the row where it begins, each followed by an offset. */
const ROW_OF_ANCHOR = 2

/** Check boxes, buttons and labels, which Excel stores in the markup of old drawings. */
export async function readControls(file: Package, drawing: string): Promise<Control[]> {
  const shapes: Shape[] = []
  let shape: Shape | null = null
  let element = ''
  let isInTextBox = false
  try {
    await file.read(drawing, {
      open(name, attributes) {
        element = name
        if (name === 'shape') shape = { label: '', kind: '', anchor: '', isChecked: false }
        else if (name === 'textbox') isInTextBox = true
        else if (name === 'ClientData' && shape) shape.kind = attributeOf(attributes, 'ObjectType')
      },
      text(piece) {
        if (!shape) return
        if (isInTextBox) shape.label += piece
        else if (element === 'Anchor') shape.anchor += piece
        else if (element === 'Checked' && piece.trim() === '1') shape.isChecked = true
      },
      close(name) {
        if (name === 'textbox') isInTextBox = false
        else if (name === 'shape' && shape) {
          shapes.push(shape)
          shape = null
        }
        element = ''
      },
    })
  } catch (error) {
    // Some programs write this markup as HTML, and the cells of the sheet are readable without it.
    if (!(error instanceof Unreadable)) throw error
  }
  return shapes.flatMap(controlOf)
}

function controlOf({ label, kind, anchor, isChecked }: Shape): Control[] {
  const row = Number(anchor.split(',')[ROW_OF_ANCHOR])
  const shown = cellText(label.replaceAll(/\s+/g, ' '))
  const text = controlText(kind, shown, isChecked)
  return text !== '' && row >= 0 && row < MAX_ROWS ? [{ row, label: shown, text }] : []
}

function controlText(kind: string, label: string, isChecked: boolean): string {
  if (kind === 'Checkbox') return `${isChecked ? '☒' : '☐'} ${label}`.trim()
  if (kind === 'Radio') return `${isChecked ? '◉' : '○'} ${label}`.trim()
  if (label === '') return ''
  return kind === 'Button' ? `[Button: ${label}]` : kind === 'Label' || kind === 'GBox' ? `[Text box: ${label}]` : ''
}
