import { useQuery } from '@tanstack/react-query'
import type { Teammate } from '#contracts/teammates.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { organizationPath, useSession } from '../../lib/session.ts'

/** The organization's teammates, the person's own assistant first. */
export function useTeammates() {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.teammates(organization.id),
    queryFn: ({ signal }) => fetchAllPages<Teammate>(organizationPath(organization, '/employees'), signal),
    select: assistantFirst,
  })
}

function assistantFirst({ data }: { data: Teammate[] }): Teammate[] {
  return data.toSorted((a, b) => Number(b.is_personal_assistant) - Number(a.is_personal_assistant))
}
