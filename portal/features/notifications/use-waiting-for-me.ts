import { useEffect, useState } from 'react'
import type { Conversation } from '#contracts/conversations.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import type { NotifyOf } from '#contracts/preference-names.ts'
import { call } from '../../lib/api.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { countInTitle } from '../../lib/title.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useCounts } from '../inbox-counts/use-counts.ts'

/** Nobody has more to answer than this and wants to know how much more. */
const most = 100

/** Counts in the title what waits for the person: of their own conversations, and of those that anybody may take. */
export function useWaitingForMe(notifyOf: NotifyOf): void {
  const { organization, user } = useSession()
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const { data: counts } = useCounts({ category: 'all', teammate: null })
  const waits = ({ assigned_user_id, unanswered_since, deleted_at }: Conversation) =>
    assigned_user_id === user.id && unanswered_since !== null && deleted_at === null
  const read = useStable(() => {
    const params = { organization_id: organization.id }
    call(inboxPaths.listInboxConversations, { params, query: { filter: 'my', limit: most } }).then(
      ({ data }) => setMine(new Set(data.filter(waits).map(({ id }) => id))),
      () => {},
    )
  })
  useServerEvent('ready', read)
  useEffect(read, [read])
  useServerEvent('conversation.updated', (news) => {
    if (waits(news) === mine.has(news.id)) return
    const others = [...mine].filter((id) => id !== news.id)
    setMine(new Set(waits(news) ? [...others, news.id] : others))
  })
  const forAnybody = notifyOf === 'waiting' || notifyOf === 'all' ? (counts?.escalated ?? 0) : 0
  const count = mine.size + forAnybody
  useEffect(() => {
    countInTitle(count)
    return () => countInTitle(0)
  }, [count])
}
