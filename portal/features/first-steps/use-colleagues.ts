import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as invitePaths from '#contracts/paths/invites.ts'
import * as staffPaths from '#contracts/paths/staff.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServerEvent } from '../../lib/realtime.ts'
import { useSession } from '../../lib/session.ts'

/** Whether someone besides this person is in the organization, or is invited to it. */
export function useColleagues(enabled: boolean) {
  const { organization } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeys.colleagues(organization.id)
  const params = { organization_id: organization.id }
  const refresh = () => enabled && client.invalidateQueries({ queryKey })
  useServerEvent('ready', refresh)
  useServerEvent('organization_invite.created', refresh)
  useServerEvent('organization_invite.updated', refresh)
  useServerEvent('organization.staff_user_added', refresh)
  useServerEvent('organization.staff_user_removed', refresh)
  const people = useQuery({
    queryKey: [...queryKey, 'people'],
    queryFn: ({ signal }) => call(staffPaths.listPeople, { params, query: { page: 1, limit: 2 } }, { signal }),
    enabled,
    refetchOnMount: 'always',
  })
  const invites = useQuery({
    queryKey: [...queryKey, 'invites'],
    queryFn: ({ signal }) => call(invitePaths.listInvites, { params, query: { page: 1, limit: 25 } }, { signal }),
    enabled,
    refetchOnMount: 'always',
  })
  const isPending = invites.data?.data.some(({ status }) => status === 'Pending') ?? false
  return { isLoading: people.isLoading || invites.isLoading, hasSome: (people.data?.total ?? 0) > 1 || isPending }
}
