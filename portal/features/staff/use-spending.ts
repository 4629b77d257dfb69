import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as runPaths from '#contracts/paths/runs.ts'
import { call } from '../../lib/api.ts'
import { refetchAfterEvent } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useIsManager, useSession } from '../../lib/session.ts'

/** What each teammate spent today, for those who manage the organization; read again while someone looks. */
export function useSpending() {
  const { organization } = useSession()
  const client = useQueryClient()
  const isManager = useIsManager()
  const queryKey = queryKeys.spending(organization.id)
  const spending = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(runPaths.listSpending, { params: { organization_id: organization.id } }, { signal }),
    enabled: isManager,
    refetchInterval: 30_000,
  })
  const readAgain = () => refetchAfterEvent(client, { queryKey, exact: true })
  // Shown where a limit is near or reached.
  useServerEvent('ai_employee.updated', readAgain)
  // A colleague may have set another limit.
  useServerEvent('organization.updated', readAgain)
  return spending
}
