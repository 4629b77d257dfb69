import { useNavigate, useSearch } from '@tanstack/react-router'
import { CHANNEL_CATEGORIES, INBOX_FILTERS } from '#contracts/inbox-names.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ListScope } from './list/inbox-list.ts'

type Change = {
  conversation?: string | undefined
  filter?: ListScope['filter']
  category?: ListScope['category']
  teammate?: string | null
  label?: string | null
  /** What stands in the place of the list. */
  view?: 'mentions' | undefined
  panel?: 'contact' | undefined
}

/** What the address says is shown, and the way to something else. */
export function usePlace() {
  const search = useSearch({ from: '/signed-in/inbox' })
  const navigate = useNavigate()
  const scope: ListScope = {
    filter: INBOX_FILTERS.find((filter) => filter === search.filter) ?? null,
    category: CHANNEL_CATEGORIES.find((category) => category === search.category) ?? 'all',
    teammate: search.teammate ?? null,
    label: search.label ?? null,
  }
  const { conversation } = search
  const view = search.view === 'mentions' ? ('mentions' as const) : undefined
  const panel = search.panel === 'contact' ? ('contact' as const) : undefined
  /** The address of something else; what is not named stays, but for the contact, who goes with the conversation. */
  const searchFor = (change: Change) => {
    // Whoever chooses what is listed wants to see the list.
    const next = { ...scope, conversation, view: 'filter' in change ? undefined : view, ...change }
    return {
      ...(next.conversation && { conversation: next.conversation }),
      ...(next.filter && { filter: next.filter }),
      ...(next.category !== 'all' && { category: next.category }),
      ...(next.teammate && { teammate: next.teammate }),
      ...(next.label && { label: next.label }),
      ...(next.view && { view: next.view }),
      ...(change.panel && { panel: change.panel }),
    }
  }
  const go = useStable((change: Change, replace?: boolean) =>
    navigate({ to: '/inbox', search: searchFor(change), replace: replace ?? false }),
  )
  return { scope, conversation, view, panel, searchFor, go }
}
export type Place = ReturnType<typeof usePlace>
