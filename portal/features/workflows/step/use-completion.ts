import type { RefObject } from 'react'
import { hasWords } from '../../../ui/option.tsx'
import { type CaretMenu, insertText, type TextElement, useBegun, useCaretMenu } from '../../../ui/use-caret-menu.ts'
import { type Named, openBefore } from './placeholders.ts'
import { useStepPlace } from './step-place.tsx'

const MAX_SHOWN = 50

/** What can be named, offered from `{{` on for as long as the name is being written. */
export function useCompletion(field: RefObject<TextElement | null>): CaretMenu<Named> {
  const { named } = useStepPlace()
  const watch = useBegun(field, openBefore)
  const options = watch.begun ? found(named, watch.begun.wanted).slice(0, MAX_SHOWN) : []
  const insert = (element: TextElement, { name }: Named, start: number) => {
    const caret = element.selectionStart ?? element.value.length
    const [braces = ''] = /^[ \t]*\}{0,2}/.exec(element.value.slice(caret)) ?? []
    if (braces.includes('}')) element.setSelectionRange(caret, caret + braces.length)
    insertText(element, `{{${name}}}`, start)
  }
  return useCaretMenu(field, watch, options, { idOf: ({ name }) => name, insert })
}

/** Names that begin with what was written come first, then those that have it, then those whose value has it. */
function found(named: readonly Named[], wanted: string): Named[] {
  const typed = wanted.trim().toLocaleLowerCase()
  const rankOf = ({ name, sample }: Named) => {
    if (name.toLocaleLowerCase().startsWith(typed)) return 0
    return hasWords(name, typed) ? 1 : hasWords(sample ?? '', typed) ? 2 : 3
  }
  const ranked = named.map((each) => ({ each, rank: rankOf(each) })).filter(({ rank }) => rank < 3)
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each)
}
