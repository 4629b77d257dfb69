import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Conversation } from '#contracts/conversations.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import type { NotifyOf } from '#contracts/preference-names.ts'
import { call } from '../../lib/api.ts'
import { updateCached } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { countInTitle } from '../../lib/title.ts'
import { useCounts } from '../inbox-counts/use-counts.ts'

/** The count stops here; larger numbers would not help anyone. */
const MAX_CONVERSATIONS = 100

/** Counts in the title what waits for the person: of their own conversations, and of those that anybody may take. */
export function useWaitingForMe(notifyOf: NotifyOf): void {
  const { organization, user } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.waitingForMe(organization.id)
  const { data: counts } = useCounts({ category: 'all', teammate: null })
  const waits = ({ assigned_user_id, unanswered_since, deleted_at }: Conversation) =>
    assigned_user_id === user.id && unanswered_since !== null && deleted_at === null
  const { data: mine = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const params = { organization_id: organization.id }
      const query = { filter: 'my', limit: MAX_CONVERSATIONS } as const
      const { data } = await call(inboxPaths.listInboxConversations, { params, query }, { signal })
      return data.filter(waits).map(({ id }) => id)
    },
    refetchOnMount: 'always',
  })
  useServerEvent('ready', () => client.invalidateQueries({ queryKey, exact: true }))
  useServerEvent('conversation.updated', (event) => {
    updateCached<string[]>(client, queryKey, (cached) => {
      if (cached.includes(event.id) === waits(event)) return cached
      return waits(event) ? [...cached, event.id] : cached.filter((id) => id !== event.id)
    })
  })
  const forAnybody = notifyOf === 'waiting' || notifyOf === 'all' ? (counts?.escalated ?? 0) : 0
  const count = mine.length + forAnybody
  useEffect(() => {
    countInTitle(count)
    return () => countInTitle(0)
  }, [count])
}
