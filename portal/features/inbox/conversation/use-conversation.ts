import { queryOptions, useQuery } from '@tanstack/react-query'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

/** A conversation with its contact; `useInboxEvents` keeps it live. */
export const conversationQuery = (organization_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: queryKeys.inboxConversation(organization_id, conversation_id),
    queryFn: ({ signal }) =>
      call(inboxPaths.showInboxConversation, { params: { organization_id, conversation_id } }, { signal }),
    refetchOnMount: 'always',
  })

export function useConversation(conversation_id: string) {
  const { organization } = useSession()
  return useQuery(conversationQuery(organization.id, conversation_id))
}
