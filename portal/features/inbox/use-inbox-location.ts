import { useNavigate, useSearch } from '@tanstack/react-router'
import { CHANNEL_CATEGORIES, INBOX_FILTERS } from '#contracts/inbox-names.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { ListScope } from './list/inbox-list.ts'
import { MARK_STATUSES, type MarkStatus } from './marks/marks.ts'

type Change = {
  conversation?: string | undefined
  filter?: ListScope['filter']
  category?: ListScope['category']
  teammate?: string | null
  label?: string | null
  /** The view that replaces the list of open conversations. */
  view?: 'mentions' | MarkStatus | undefined
  panel?: 'contact' | undefined
  /** What is looked for; empty: nothing. */
  q?: string
  /** The message to bring into view. */
  message?: string | undefined
}

/** What the address says is shown, and the way to something else. */
export function useInboxLocation() {
  const search = useSearch({ from: '/signed-in/inbox' })
  const navigate = useNavigate()
  const scope: ListScope = {
    filter: INBOX_FILTERS.find((filter) => filter === search.filter) ?? null,
    category: CHANNEL_CATEGORIES.find((category) => category === search.category) ?? 'all',
    teammate: search.teammate ?? null,
    label: search.label ?? null,
  }
  const { conversation, message, q = '' } = search
  const view = (['mentions', ...MARK_STATUSES] as const).find((view) => view === search.view)
  const isMentions = view === 'mentions'
  const panel = search.panel === 'contact' ? ('contact' as const) : undefined
  /** The address with changes; other parameters stay, except those that belong to the conversation: contact and message. */
  const searchFor = (change: Change) => {
    // Filters and search show the list.
    const leavesView = isMentions && ('filter' in change || 'q' in change)
    const next = { ...scope, conversation, q, view: leavesView ? undefined : view, ...change }
    return {
      ...(next.conversation && { conversation: next.conversation }),
      ...(next.filter && { filter: next.filter }),
      ...(next.category !== 'all' && { category: next.category }),
      ...(next.teammate && { teammate: next.teammate }),
      ...(next.label && { label: next.label }),
      ...(next.view && { view: next.view }),
      ...(next.q && { q: next.q }),
      ...(change.panel && { panel: change.panel }),
      ...(change.message && { message: change.message }),
    }
  }
  const go = useStable((change: Change, replace?: boolean) =>
    navigate({ to: '/inbox', search: searchFor(change), replace: replace ?? false }),
  )
  /** The mark of the listed conversations; null for open ones. */
  const mark = view === undefined || isMentions ? null : view
  return { scope, conversation, isMentions, mark, panel, q, message, searchFor, go }
}
export type InboxLocation = ReturnType<typeof useInboxLocation>
