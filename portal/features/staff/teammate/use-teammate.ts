import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as teammatePaths from '#contracts/paths/teammates.ts'
import type { Teammate } from '#contracts/teammates.ts'
import { call } from '../../../lib/api.ts'
import { setFromResponse } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'

type List = { data: Teammate[] }

/** One teammate; what the list knows is shown until the answer is here. */
export function useTeammate(employeeId: string) {
  const { organization } = useSession()
  const client = useQueryClient()
  return useQuery({
    queryKey: queryKeys.teammate(organization.id, employeeId),
    queryFn: ({ signal }): Promise<Teammate> =>
      call(
        teammatePaths.showTeammate,
        { params: { organization_id: organization.id, employee_id: employeeId } },
        { signal },
      ),
    placeholderData: () =>
      client.getQueryData<List>(queryKeys.teammates(organization.id))?.data.find(({ id }) => id === employeeId),
  })
}

/** The addresses at which programs reach it. */
export function useExternalUrls(employeeId: string) {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.externalUrls(organization.id, employeeId),
    queryFn: ({ signal }) =>
      call(
        teammatePaths.listExternalUrls,
        { params: { organization_id: organization.id, employee_id: employeeId } },
        { signal },
      ),
    refetchOnMount: 'always',
  })
}

/** Puts a teammate as the server answered with it wherever it is shown. */
export function useShowTeammate(): (teammate: Teammate) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (teammate) => {
    setFromResponse(client, queryKeys.teammate(organization.id, teammate.id), teammate)
    setFromResponse<List>(
      client,
      queryKeys.teammates(organization.id),
      (cached) => cached && { ...cached, data: cached.data.map((each) => (each.id === teammate.id ? teammate : each)) },
    )
    client.invalidateQueries({ queryKey: queryKeys.versions(organization.id, teammate.id) })
  }
}

/** Owners and admins change teammates; only its owner sees and changes a personal assistant. */
export function useCanEdit(teammate: Teammate): boolean {
  return useIsManager() || teammate.is_personal_assistant
}
