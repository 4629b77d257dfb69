import { useQuery } from '@tanstack/react-query'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'

/** The organization's teammates, the person's own assistant first. */
export function useTeammates() {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.teammates(organization.id),
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(teammatePaths.listTeammates, { params: { organization_id: organization.id }, query }, { signal }),
      ),
    select: assistantFirst,
  })
}

function assistantFirst({ data }: { data: Teammate[] }): Teammate[] {
  return data.toSorted((a, b) => Number(b.is_personal_assistant) - Number(a.is_personal_assistant))
}
