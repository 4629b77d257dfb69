import type { RefObject } from 'react'
import { foldText } from '#contracts/fold-text.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { type TextOption, useTextMenu } from '../compose/use-text-menu.ts'
import { noteMessages } from './messages.ts'
import { useViewers } from './use-viewers.ts'

/** The menu of colleagues after an `@`: those who can be mentioned in a note. */
export function usePeopleMenu(field: RefObject<HTMLTextAreaElement | null>, conversation_id: string) {
  const words = useMessages(noteMessages)
  const viewers = useViewers(conversation_id)
  const find = (wanted: string): TextOption[] => {
    const folded = foldText(wanted)
    const parts = folded.trim().split(/\s+/)
    const fits = (name: string) => {
      const own = foldText(name)
      // Behind a space only the rest of a longer name can follow; a whole name is done.
      if (folded.endsWith(' ')) return own.startsWith(folded)
      return parts.every((part) => own.split(/\s+/).some((word) => word.startsWith(part)))
    }
    return viewers
      .filter(({ name }) => fits(name))
      .map(({ id, name, picture }) => ({ id, text: name, inserted: `@${name} `, person: { name, picture } }))
  }
  return { viewers, menu: useTextMenu(field, { trigger: '@', label: words.people, find }) }
}
