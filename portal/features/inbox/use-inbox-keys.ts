import { INBOX_FILTERS } from '#contracts/inbox-names.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import type { InboxLocation } from './use-inbox-location.ts'

/** Where conversations are searched for. */
export const searchFieldId = 'inbox-search'

/** The keys of the list: from conversation to conversation, through the filters, and to the search. */
export function useInboxKeys({ go }: InboxLocation, onStep: (step: 1 | -1) => void, onLeave: () => void): void {
  const [my, human, waiting, escalated, ai] = INBOX_FILTERS
  useShortcut('J', () => onStep(1), { repeats: true })
  useShortcut('K', () => onStep(-1), { repeats: true })
  useShortcut('Escape', onLeave)
  useShortcut('/', () => document.getElementById(searchFieldId)?.focus())
  useShortcut('0', () => go({ filter: null }))
  useShortcut('1', () => go({ filter: my }))
  useShortcut('2', () => go({ filter: human }))
  useShortcut('3', () => go({ filter: waiting }))
  useShortcut('4', () => go({ filter: escalated }))
  useShortcut('5', () => go({ filter: ai }))
}
