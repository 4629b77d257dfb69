import { type KeyboardEvent, type RefObject, useState } from 'react'
import { type Options, useOptions } from '../../../ui/use-options.ts'
import { type Mention, mentionAt } from '../../conversation/compose/mention-text.ts'

/** What takes the place of the trigger and of what was typed behind it. */
export type CaretOption = {
  id: string
  text: string
  inserted: string
  note?: string
  person?: { name: string; picture: string | null }
}

export type CaretMenuState = {
  label: string
  options: readonly CaretOption[]
  list: Options<CaretOption>
  choose: (option: CaretOption) => void
  isOpen: boolean
  /** For the text field while the menu is open. */
  field: Partial<Options<CaretOption>['field']>
  /** True when the key was the menu's. */
  onKey: (event: KeyboardEvent) => boolean
  /** Looks again at what stands before the caret. */
  follow: () => void
  close: () => void
}

type Source = { trigger: string; label: string; find: (wanted: string) => CaretOption[] }

const mostShown = 8

/** A menu that a character opens where the caret stands; open while it has something to offer. */
export function useCaretMenu(
  field: RefObject<HTMLTextAreaElement | null>,
  { trigger, label, find }: Source,
): CaretMenuState {
  const [mention, setMention] = useState<Mention | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const options = mention && mention.start !== closedAt ? find(mention.wanted).slice(0, mostShown) : []
  const isOpen = options.length > 0

  const choose = (option: CaretOption) => {
    if (!field.current || !mention) return
    field.current.focus()
    field.current.setSelectionRange(mention.start, field.current.selectionStart)
    // As if typed, so that it can be undone like anything else.
    document.execCommand('insertText', false, option.inserted)
    setMention(null)
  }
  const list = useOptions(options, { idOf: ({ id }) => id, onChoose: choose, choosers: ['Enter', 'Tab'] })
  const close = () => setClosedAt(mention?.start ?? null)
  const follow = () => {
    if (!field.current) return
    const { value, selectionStart, selectionEnd } = field.current
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart, [trigger]) : null
    setMention((known) => (known?.start === found?.start && known?.wanted === found?.wanted ? known : found))
    if (found?.start !== closedAt) setClosedAt(null)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    if (event.key !== 'Escape') return list.onKey(event)
    event.preventDefault()
    event.stopPropagation()
    close()
    return true
  }
  return { label, options, list, choose, isOpen, field: isOpen ? list.field : {}, onKey, follow, close }
}
