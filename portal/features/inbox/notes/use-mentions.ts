import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import * as notePaths from '#contracts/paths/notes.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useSession } from '../../../lib/session.ts'

/** Where one is mentioned, newest first, and how many of it are unread; `useMentionEvents` keeps it live. */
export function useMentions() {
  const { organization } = useSession()
  return useInfiniteQuery({
    queryKey: queryKeys.mentions(organization.id),
    queryFn: ({ pageParam, signal }) =>
      call(
        notePaths.listMentions,
        { params: { organization_id: organization.id }, query: { page: pageParam, limit: 20 } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => ({ mentions: pages.flatMap(({ data }) => data), unread: pages[0]?.meta.unread ?? 0 }),
  })
}

/** Refetched when access changes, because the list depends on it. */
export function useMentionEvents(): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.mentions(organization.id) })
  useServerEvent('ready', readAgain)
  useServerEvent('mention.created', readAgain)
  useServerEvent('mention.removed', readAgain)
  useServerEvent('mention.read', readAgain)
  useServerEvent('ai_employee.created', readAgain)
  useServerEvent('ai_employee.deleted', readAgain)
}

/** Opening a conversation marks the person's mentions in it as read. */
export function useReadMentions(conversation_id: string): void {
  const { organization } = useSession()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () =>
      call(notePaths.readMentions, { params: { organization_id: organization.id }, body: { conversation_id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.mentions(organization.id) }),
  })
  const { data, hasNextPage } = useMentions()
  const isKnown = data?.mentions.some(({ conversation, read_at }) => conversation.id === conversation_id && !read_at)
  // Unread mentions may be beyond the loaded pages.
  const isUnread = isKnown || (hasNextPage && data !== undefined && data.unread > 0)
  const read = useEffectEvent(() => {
    if (isUnread && document.visibilityState === 'visible') mutate()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: something more that is unread may be here
  useEffect(() => {
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [isUnread, data?.unread])
}
