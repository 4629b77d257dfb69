import { type RefObject, useState } from 'react'
import { type Options, useOptions } from '../../../ui/use-options.ts'
import { type Mention, mentionAt } from '../../conversation/compose/mention-text.ts'
import { findOptions, type MentionOption, type MentionSource } from './mention-source.ts'
import { triggers, useMentionSources } from './use-mention-sources.ts'

export type Mentioning = {
  source: MentionSource | undefined
  options: readonly MentionOption[]
  list: Options<MentionOption>
  choose: (option: MentionOption) => void
  /** Looks again at what stands before the caret. */
  follow: () => void
  close: () => void
}

/** The menu of what can be mentioned where the caret stands; open while it has options. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, employeeId: string): Mentioning {
  const [mention, setMention] = useState<Mention | null>(null)
  const sources = useMentionSources(employeeId, mention)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const source = sources.find(({ trigger }) => trigger === mention?.trigger)
  const options = source && mention && mention.start !== closedAt ? findOptions(source, mention.wanted) : []

  const choose = (option: MentionOption) => {
    if (!field.current || !mention) return
    field.current.focus()
    field.current.setSelectionRange(mention.start, field.current.selectionStart)
    // As if typed, so that it can be undone like anything else.
    document.execCommand('insertText', false, `${mention.trigger}${option.inserted ?? option.text} `)
    setMention(null)
  }
  const list = useOptions(options, { idOf: ({ id }) => id, onChoose: choose, choosers: ['Enter', 'Tab'] })

  const follow = () => {
    if (!field.current) return
    const { value, selectionStart, selectionEnd } = field.current
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart, triggers) : null
    setMention((known) => (isSame(known, found) ? known : found))
    if (found?.start !== closedAt) setClosedAt(null)
  }
  return { source, options, list, choose, follow, close: () => setClosedAt(mention?.start ?? null) }
}

function isSame(a: Mention | null, b: Mention | null): boolean {
  return a?.trigger === b?.trigger && a?.start === b?.start && a?.wanted === b?.wanted
}
