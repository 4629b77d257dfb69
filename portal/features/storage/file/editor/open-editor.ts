import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorSelection, EditorState, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { isProse, languageOf } from './languages.ts'
import { look } from './look.ts'
import { type Marks, marking, markLines } from './marks.ts'
import { phrases } from './phrases.ts'

type EditorOptions = {
  parent: HTMLElement
  name: string
  text: string
  label: string
  hint: string
  isReadOnly: boolean
  language: 'en' | 'ru'
  onChange: () => void
}

/** What the page holds of an open text. */
export type Editor = {
  read: () => string
  /** Whether the text is another than the one that was saved last; at first that is the one it began with. */
  isChanged: () => boolean
  /** From now on this text counts as unchanged; what is in the editor stays. */
  markSaved: (text: string) => void
  /** Another text in place of this one; the cursor stays where it is. */
  replace: (text: string) => void
  goTo: (line: number) => void
  /** Shows what is wrong with which lines, in place of what was shown before. */
  mark: (marks: Marks) => void
  focus: () => void
  close: () => void
}

export function openEditor(options: EditorOptions): Editor {
  const { parent, name, text, label, hint, isReadOnly, onChange } = options
  const language = new Compartment()
  const prose = isProse(name)
  const toText = (text: string): Text => EditorState.create({ doc: text }).doc
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        prose ? [] : [lineNumbers(), highlightActiveLineGutter()],
        highlightSpecialChars(),
        history(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        EditorState.readOnly.of(isReadOnly),
        EditorState.phrases.of(phrases[options.language]),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-description': hint,
          spellcheck: String(prose),
          // Not every reader of a page takes what can be edited for what the keyboard reaches.
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => update.docChanged && onChange()),
        language.of([]),
        look(prose),
        marking,
      ],
    }),
  })
  let saved = view.state.doc
  // Line breaks are kept as the file has them; within the editor there is one kind.
  let lineBreak = breakOf(text)
  languageOf(name).then((found) => view.dispatch({ effects: language.reconfigure(found) }))

  return {
    read: () => view.state.doc.toString().replaceAll('\n', lineBreak),
    isChanged: () => !view.state.doc.eq(saved),
    markSaved: (text) => {
      saved = toText(text)
      onChange()
    },
    replace: (text) => {
      saved = toText(text)
      lineBreak = breakOf(text)
      const at = Math.min(view.state.selection.main.head, saved.length)
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: saved },
        selection: EditorSelection.cursor(at),
      })
    },
    goTo: (number) => {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines))
      const effects = EditorView.scrollIntoView(line.from, { y: 'center' })
      view.dispatch({ selection: EditorSelection.range(line.from, line.to), effects })
    },
    mark: (marks) => view.dispatch(markLines(view.state, marks)),
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

const breakOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n')
