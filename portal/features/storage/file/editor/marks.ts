import { type EditorState, type Extension, StateEffect, StateField, type TransactionSpec } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** What is wrong with a line, by its number. */
export type Marks = ReadonlyMap<number, string>

const put = StateEffect.define<DecorationSet>()

/** Lines that are marked stay so while the text around them is typed in. */
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) => effects.find((each) => each.is(put))?.value ?? marks.map(changes),
  provide: (marks) => EditorView.decorations.from(marks),
})

const frame = EditorView.theme({
  '.cm-problem': { backgroundColor: 'var(--danger-soft)', boxShadow: 'inset 3px 0 var(--danger)' },
})

export const marking: Extension = [field, frame]

export function markLines({ doc }: EditorState, marks: Marks): TransactionSpec {
  const lines = [...marks].filter(([number]) => number <= doc.lines)
  const decorations = lines.map(([number, title]) =>
    Decoration.line({ class: 'cm-problem', attributes: { title } }).range(doc.line(number).from),
  )
  return { effects: put.of(Decoration.set(decorations, true)) }
}
