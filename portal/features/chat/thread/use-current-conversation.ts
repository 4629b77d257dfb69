import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Thread } from '#thread/thread.ts'
import { useIsAt } from '../../../lib/is-at.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'
import { draftKey, drafts } from '../../conversation/compose/drafts.ts'

/** Adds the current conversation's id to an address without one, so that it can be shared. */
export function useCurrentConversation(
  employeeId: string,
  conversation: string | undefined,
  { data: thread, isFetchedAfterMount }: UseQueryResult<Thread>,
): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsAt(`/chat/${employeeId}`)
  const { organization, user } = useSession()
  const current = !conversation && isFetchedAfterMount && thread?.conversation_id
  const goTo = useEffectEvent((conversation: string) => {
    client.setQueryData<Thread>(
      queryKeys.thread(organization.id, employeeId, conversation),
      (cached) => cached ?? thread,
    )
    drafts.move(draftKey(user.id, employeeId, undefined), draftKey(user.id, employeeId, conversation))
    if (isHere()) navigate({ to: '/chat/$employeeId', params: { employeeId }, search: { conversation }, replace: true })
  })
  useEffect(() => {
    if (current) goTo(current)
  }, [current])
}
