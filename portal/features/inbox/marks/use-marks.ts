import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { InboxConversation } from '#contracts/inbox.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useNow } from '../list/use-now.ts'
import { type MarkStatus, statusOf, withMark, withoutMark } from './marks.ts'
import { marksStore } from './marks-store.ts'
import { markMessages } from './messages.ts'

export function useMarks() {
  const { organization, user } = useSession()
  const store = marksStore(user.id, organization.id)
  const marks = useSyncExternalStore(store.subscribe, store.get)
  return { marks, change: store.change }
}

/** The current mark of a conversation. */
export function useStatusOf(): (row: InboxConversation) => MarkStatus | null {
  const { user } = useSession()
  const { marks } = useMarks()
  const now = useNow()
  return (row) => statusOf(marks[row.id], row, user.id, now)
}

/** Puts a conversation away, and says so with a way back. */
export function usePuttingAway(row: InboxConversation) {
  const words = useMessages(markMessages)
  const { marks, change } = useMarks()
  const status = useStatusOf()(row)
  const reopen = () => change((all) => withoutMark(all, row.id))
  const putAway = (next: MarkStatus, until?: number) => {
    const before = marks[row.id]
    const seen = row.last_message?.created_at ?? null
    const mark = { status: next, seen, set_at: Date.now(), ...(until !== undefined && { until }) }
    change((all) => withMark(all, row.id, mark))
    const undo = () => change((all) => (before ? withMark(all, row.id, before) : withoutMark(all, row.id)))
    showToast(words.done[next], { label: words.undo, run: undo })
  }
  return { status, until: marks[row.id]?.until, putAway, reopen }
}

/** The rows that are put away as nothing. What has come back is open from then on, no matter who has the last word in it. */
export function useOpenRows(rows: InboxConversation[] | undefined): InboxConversation[] | undefined {
  const { marks, change } = useMarks()
  const status = useStatusOf()
  const isBack = (row: InboxConversation) => row.id in marks && status(row) === null
  const back = rows?.filter(isBack).map(({ id }) => id) ?? []
  const backText = back.join(' ')
  useEffect(() => {
    for (const id of backText.split(' ').filter(Boolean)) change((all) => withoutMark(all, id))
  }, [backText, change])
  const open = rows?.filter((row) => status(row) === null)
  const openText = open?.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rows are the same list
  return useMemo(() => open, [rows, openText])
}

/** A new message of the customer removes the mark of a resolved or snoozed conversation, also of one that is not listed. */
export function useMarkEvents(): void {
  const { change } = useMarks()
  useServerEvent('conversation.message_sent', ({ role, conversation_id: id }) => {
    if (role !== 'contact') return
    change((all) => (all[id] && all[id].status !== 'spam' ? withoutMark(all, id) : all))
  })
}
