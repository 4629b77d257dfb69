import { useQuery } from '@tanstack/react-query'
import type { Operator } from '#contracts/inbox.ts'
import * as notePaths from '#contracts/paths/notes.ts'
import { fetchAllPages } from '../../../lib/all-pages.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

const nobody: Operator[] = []

/** The colleagues who see the conversation, without the person who asks. */
export function useViewers(conversation_id: string): Operator[] {
  const { organization, user } = useSession()
  const { data = nobody } = useQuery({
    queryKey: queryKeys.viewers(organization.id, conversation_id),
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(
          notePaths.listViewers,
          { params: { organization_id: organization.id, conversation_id }, query },
          { signal },
        ),
      ),
    select: ({ data }) => data.filter(({ id }) => id !== user.id),
  })
  return data
}
