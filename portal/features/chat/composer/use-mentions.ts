import type { RefObject } from 'react'
import { type CaretMenu, insertText, useBegun, useCaretMenu } from '../../../ui/use-caret-menu.ts'
import { mentionAt } from '../../conversation/compose/mention-text.ts'
import { findOptions, type MentionOption } from './mention-source.ts'
import { triggers, useMentionSources } from './use-mention-sources.ts'

export type Mentioning = CaretMenu<MentionOption> & { label: string }

/** The menu of mentions at the caret. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, employeeId: string): Mentioning {
  const watch = useBegun(field, (text, caret) => mentionAt(text, caret, triggers))
  const { begun } = watch
  const source = useMentionSources(employeeId, begun).find(({ trigger }) => trigger === begun?.trigger)
  const options = source && begun ? findOptions(source, begun.wanted) : []
  const menu = useCaretMenu(field, watch, options, {
    idOf: ({ id }) => id,
    insert: (element, { inserted, text }, start) =>
      insertText(element, `${source?.trigger}${inserted ?? text} `, start),
  })
  return { ...menu, label: source?.label ?? '' }
}
