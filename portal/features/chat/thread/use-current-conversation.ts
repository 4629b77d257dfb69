import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { draftKey, drafts } from '../../conversation/compose/drafts.ts'
import type { Thread } from '../../conversation/thread/thread.ts'

/** An address without a conversation gets the one that the server takes for current, so that it can be shared. */
export function useCurrentConversation(
  employeeId: string,
  conversation: string | undefined,
  { data: thread, isFetchedAfterMount }: UseQueryResult<Thread>,
): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { organization, user } = useSession()
  const current = !conversation && isFetchedAfterMount && thread?.conversation_id
  useEffect(() => {
    if (!current) return
    client.setQueryData<Thread>(queryKeys.thread(organization.id, employeeId, current), (known) => known ?? thread)
    drafts.move(draftKey(user.id, employeeId, undefined), draftKey(user.id, employeeId, current))
    navigate({ to: '/chat/$employeeId', params: { employeeId }, search: { conversation: current }, replace: true })
  }, [current, thread, client, navigate, organization.id, user.id, employeeId])
}
