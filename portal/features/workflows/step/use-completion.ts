import type { RefObject } from 'react'
import { foldText, hasWords } from '#contracts/fold-text.ts'
import { type CaretMenu, insertText, type TextElement, useBegun, useCaretMenu } from '../../../ui/use-caret-menu.ts'
import { openBefore, type Placeholder } from './placeholders.ts'
import { useStepContext } from './step-context.tsx'

const MAX_SHOWN = 50

/** Completion of placeholders, from `{{` until the name is complete. */
export function useCompletion(field: RefObject<TextElement | null>): CaretMenu<Placeholder> {
  const { placeholders } = useStepContext()
  const watch = useBegun(field, openBefore)
  const options = watch.begun ? found(placeholders, watch.begun.wanted).slice(0, MAX_SHOWN) : []
  const insert = (element: TextElement, { name }: Placeholder, start: number) => {
    const caret = element.selectionStart ?? element.value.length
    const [braces = ''] = /^[ \t]*\}{0,2}/.exec(element.value.slice(caret)) ?? []
    if (braces.includes('}')) element.setSelectionRange(caret, caret + braces.length)
    insertText(element, `{{${name}}}`, start)
  }
  return useCaretMenu(field, watch, options, { idOf: ({ name }) => name, insert })
}

/** Matches at the beginning of a name come first, then within it, then in the value. */
function found(placeholders: readonly Placeholder[], wanted: string): Placeholder[] {
  const typed = foldText(wanted.trim())
  const rankOf = ({ name, sample }: Placeholder) => {
    if (foldText(name).startsWith(typed)) return 0
    return hasWords(name, typed) ? 1 : hasWords(sample ?? '', typed) ? 2 : 3
  }
  const ranked = placeholders.map((each) => ({ each, rank: rankOf(each) })).filter(({ rank }) => rank < 3)
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each)
}
