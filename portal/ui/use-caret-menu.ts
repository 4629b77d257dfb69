import { type KeyboardEvent, type RefObject, useState } from 'react'
import { type Options, useOptions } from './use-options.ts'

export type TextElement = HTMLInputElement | HTMLTextAreaElement

/** What is being written at the caret: where it began, and what has been typed of it. */
export type Begun = { start: number; wanted: string }

/** Watches the caret for what opens a menu; `follow` looks again, for whenever the text or the caret has moved. */
export function useBegun<B extends Begun>(
  field: RefObject<TextElement | null>,
  begunAt: (text: string, caret: number) => B | null,
) {
  const [found, setFound] = useState<B | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  return {
    /** Null also where the menu was closed, until something else is begun. */
    begun: found?.start === closedAt ? null : found,
    follow: () => {
      if (!field.current) return
      const { value, selectionStart: caret, selectionEnd } = field.current
      const next = caret !== null && caret === selectionEnd ? begunAt(value, caret) : null
      setFound((known) => (known?.start === next?.start && known?.wanted === next?.wanted ? known : next))
      if (next?.start !== closedAt) setClosedAt(null)
    },
    close: () => setClosedAt(found?.start ?? null),
    end: () => setFound(null),
  }
}

export type CaretMenu<T> = {
  options: readonly T[]
  list: Options<T>
  choose: (option: T) => void
  isOpen: boolean
  /** For the text field while the menu is open. */
  field: Partial<Options<T>['field']>
  /** True when the key was the menu's. */
  onKey: (event: KeyboardEvent) => boolean
  follow: () => void
  close: () => void
}

type Manner<T, E> = { idOf: (option: T) => string; insert: (element: E, option: T, start: number) => void }

/** A menu that what is begun at the caret opens; open while it has something to offer. */
export function useCaretMenu<T, E extends TextElement>(
  field: RefObject<E | null>,
  { begun, follow, close, end }: ReturnType<typeof useBegun>,
  options: readonly T[],
  { idOf, insert }: Manner<T, E>,
): CaretMenu<T> {
  const isOpen = options.length > 0
  const choose = (option: T) => {
    if (!field.current || !begun) return
    insert(field.current, option, begun.start)
    end()
  }
  const list = useOptions(options, { idOf, onChoose: choose, choosers: ['Enter', 'Tab'] })
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    if (event.key !== 'Escape') return list.onKey(event)
    event.preventDefault()
    event.stopPropagation()
    close()
    return true
  }
  return { options, list, choose, isOpen, field: isOpen ? list.field : {}, onKey, follow, close }
}

/** Puts a text where the caret is, as if typed, so that it can be undone like anything else. */
export function insertText(element: TextElement, text: string, from = element.selectionStart ?? element.value.length) {
  element.focus()
  element.setSelectionRange(from, element.selectionEnd ?? from)
  document.execCommand('insertText', false, text)
}
