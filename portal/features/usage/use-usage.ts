import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import * as usagePaths from '#contracts/paths/usage.ts'
import { addressOf } from '#contracts/request.ts'
import type { UsageGroup } from '#contracts/usage-names.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'
import type { Days } from './range.ts'

/** Read again while someone looks: it changes with every run that ends. */
const AGAIN_MS = 60_000

/** What was used on these days, by group. */
export function useUsage({ from, to }: Days, group_by: UsageGroup) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = [...queryKeys.usage(organization.id), from, to, group_by]
  const usage = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        usagePaths.showUsage,
        { params: { organization_id: organization.id }, query: { from, to, group_by } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: AGAIN_MS,
  })
  // It tells of a limit that is near or reached.
  useServerEvent('ai_employee.updated', () => client.invalidateQueries({ queryKey, exact: true }))
  return usage
}

/** Where the same is had as a file. */
export function useUsageFile({ from, to }: Days, group_by: UsageGroup): string {
  const { organization } = useSession()
  return addressOf(usagePaths.exportUsage, {
    params: { organization_id: organization.id },
    query: { from, to, group_by },
  })
}
