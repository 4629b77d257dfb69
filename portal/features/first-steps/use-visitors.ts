import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InboxConversation } from '#contracts/inbox.ts'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import * as webchatPaths from '#contracts/paths/webchat-settings.ts'
import { call } from '../../lib/api.ts'
import { refetchAfterEvent } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts'

/** Visitors may write many times a second, long before a person answers one. */
const READ_EVERY_MS = 2_000

/** Whether the chat is on a site, and whether a person has answered there: both as far as is known here. */
export function useVisitors(enabled: boolean) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.visitors(organization.id)
  const params = { organization_id: organization.id }
  const refresh = useThrottledCallback(() => enabled && refetchAfterEvent(client, { queryKey }), READ_EVERY_MS)
  useServerEvent('ready', refresh)
  useServerEvent('conversation.updated', refresh)
  const entryPoints = useQuery({
    queryKey: [...queryKey, 'entry-points'],
    queryFn: ({ signal }) => call(webchatPaths.listEntryPoints, { params, query: { page: 1, limit: 100 } }, { signal }),
    enabled,
    refetchOnMount: 'always',
  })
  const conversations = useQuery({
    queryKey: [...queryKey, 'conversations'],
    queryFn: ({ signal }) =>
      call(
        inboxPaths.listInboxConversations,
        { params, query: { channel_category: 'external', page: 1, limit: 20 } },
        { signal },
      ),
    enabled,
    refetchOnMount: 'always',
  })
  const listed = conversations.data
  const isOnSite = entryPoints.data?.data.some(({ on_site_since }) => on_site_since !== null) ?? false
  const { my = 0, human = 0 } = listed?.meta.counts ?? {}
  const isAnswered = my + human > 0 || (listed?.data.some(isOfPerson) ?? false)
  return { isLoading: entryPoints.isLoading || conversations.isLoading, isOnSite, isAnswered }
}

const isOfPerson = ({ last_message, assigned_user }: InboxConversation): boolean =>
  assigned_user !== null || last_message?.role === 'operator'
