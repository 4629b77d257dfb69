import type { RefObject } from 'react'
import { type CaretMenu, insertText, useBegun, useCaretMenu } from '../../../ui/use-caret-menu.ts'
import { mentionAt } from '../../conversation/compose/mention-text.ts'

/** The text that replaces the trigger and the typed query. */
export type TextOption = {
  id: string
  text: string
  inserted: string
  note?: string
  person?: { name: string; picture: string | null }
}

export type TextMenuState = CaretMenu<TextOption> & {
  label: string
  /** The character was typed, and there is nothing that it could open. */
  isVain: boolean
}

type Source = {
  trigger: string
  label: string
  find: (wanted: string) => TextOption[]
  /** Whether there is nothing that could be found, whatever is typed. */
  isEmpty?: boolean
}

const maxVisible = 8

/** A menu of texts that a character opens where the caret is. */
export function useTextMenu(
  field: RefObject<HTMLTextAreaElement | null>,
  { trigger, label, find, isEmpty = false }: Source,
): TextMenuState {
  const watch = useBegun(field, (text, caret) => mentionAt(text, caret, [trigger]))
  const options = watch.begun ? find(watch.begun.wanted).slice(0, maxVisible) : []
  const menu = useCaretMenu(field, watch, options, {
    idOf: ({ id }) => id,
    insert: (element, { inserted }, start) => insertText(element, inserted, start),
  })
  return { ...menu, label, isVain: isEmpty && watch.begun?.wanted === '' }
}
