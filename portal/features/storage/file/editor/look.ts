import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

/** The editor in the portal's own colors, which follow its theme. */
const frame = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '1rem 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 1.25rem' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-gutters': { background: 'transparent', color: 'var(--faint)', border: 'none', paddingLeft: '0.5rem' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in oklch, var(--hover) 55%, transparent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: '1px solid var(--line-strong)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning-fill)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--warning-fill)', color: 'var(--on-accent)' },
  '.cm-panels': { backgroundColor: 'var(--canvas)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '0.5rem 2.5rem 0.5rem 1rem', fontFamily: 'var(--font-sans)' },
  '.cm-panel.cm-search label': { fontSize: '0.8125rem', color: 'var(--muted)' },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    padding: '0.25rem 0.5rem',
    fontSize: '0.8125rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    padding: '0.25rem 0.6rem',
    fontSize: '0.8125rem',
  },
  '.cm-panel.cm-search [name=close]': { fontSize: '1.25rem', right: '0.75rem', top: '0.5rem', color: 'var(--muted)' },
})

const proseFrame = EditorView.theme({
  '&': { fontSize: '0.875rem' },
  '.cm-scroller': { lineHeight: '1.7' },
  '.cm-content': { maxWidth: '52rem', margin: '0 auto', paddingBottom: '40vh' },
})

const colors = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [t.comment, t.meta], color: 'var(--code-comment)', fontStyle: 'italic' },
    { tag: [t.keyword, t.operatorKeyword, t.modifier, t.tagName], color: 'var(--code-keyword)' },
    { tag: [t.string, t.regexp, t.special(t.string)], color: 'var(--code-string)' },
    { tag: [t.number, t.bool, t.null, t.atom], color: 'var(--code-number)' },
    { tag: [t.function(t.variableName), t.function(t.propertyName), t.labelName], color: 'var(--code-call)' },
    { tag: [t.typeName, t.className, t.attributeName, t.propertyName], color: 'var(--code-type)' },
    { tag: t.heading, fontWeight: '650' },
    { tag: t.strong, fontWeight: '650' },
    { tag: t.emphasis, fontStyle: 'italic' },
    { tag: t.strikethrough, textDecoration: 'line-through' },
    { tag: [t.link, t.url], color: 'var(--accent)' },
    { tag: [t.monospace], color: 'var(--code-string)' },
    { tag: [t.processingInstruction, t.contentSeparator], color: 'var(--faint)' },
  ]),
)

export const look = (isProse: boolean) => [isProse ? [proseFrame, frame] : frame, colors]
