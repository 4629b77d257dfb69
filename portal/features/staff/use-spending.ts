import { useQuery } from '@tanstack/react-query'
import type { TeammateSpending } from '#contracts/runs.ts'
import { api } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { organizationPath, useIsManager, useSession } from '../../lib/session.ts'

/** What each teammate spent today, for those who manage the organization; read again while somebody looks. */
export function useSpending() {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.spending(organization.id),
    queryFn: ({ signal }) =>
      api.get<TeammateSpending>(organizationPath(organization, '/ai-employee-spending'), { signal }),
    enabled: useIsManager(),
    refetchInterval: 30_000,
  })
}
