import { useQuery } from '@tanstack/react-query'
import * as inboxPaths from '#contracts/paths/inbox.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

/** The open conversation with its contact; `useInboxNews` keeps it live. */
export function useConversation(conversation_id: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.inboxConversation(organization.id, conversation_id),
    queryFn: ({ signal }) =>
      call(
        inboxPaths.showInboxConversation,
        { params: { organization_id: organization.id, conversation_id } },
        { signal },
      ),
    refetchOnMount: 'always',
  })
}
