import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ConversationUpdated, InboxCounts } from '#contracts/inbox.ts'
import type { ChannelCategory } from '#contracts/inbox-names.ts'
import { refetchAfterEvent, updateCached } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts'
import { applyToCounts } from './counts.ts'

const READ_EVERY_MS = 5_000

/** Keeps all counts that are known right, on every page: by events, and by reading again what may have been missed. */
export function CountEvents() {
  const { organization, user } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.inboxCounts(organization.id)
  const keyText = JSON.stringify(queryKey)
  const readAgain = useThrottledCallback(() => refetchAfterEvent(client, { queryKey }), READ_EVERY_MS)
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && readAgain()
    document.addEventListener('visibilitychange', onVisible)
    // What was counted before this was listening may have changed since.
    const cached = client.getQueriesData({ queryKey: JSON.parse(keyText) })
    if (cached.some(([, counts]) => counts !== undefined)) readAgain()
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [readAgain, client, keyText])
  useServerEvent('ready', readAgain)
  // Its conversations go with a teammate, and come back with it.
  useServerEvent('ai_employee.created', readAgain)
  useServerEvent('ai_employee.deleted', readAgain)
  useServerEvent('conversation.updated', (change: ConversationUpdated) => {
    if (!change.previous) return
    let isCounted = false
    for (const { queryKey: key } of client.getQueryCache().findAll({ queryKey })) {
      const [category, teammate] = key.slice(queryKey.length) as [ChannelCategory, string | null]
      updateCached<InboxCounts>(client, key, (cached) => {
        const next = applyToCounts(cached, change, { category, teammate }, user.id)
        if (next !== cached) isCounted = true
        return next
      })
    }
    // A read between a change and its event has counted it already; counted twice, it would stay wrong.
    if (isCounted) readAgain()
  })
  return null
}
