import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccessGroup } from '#contracts/access-groups.ts'
import * as accessGroupPaths from '#contracts/paths/access-groups.ts'
import { fetchAllPages } from '../../../lib/all-pages.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useSession } from '../../../lib/session.ts'

type GroupChanges = { name: string; user_ids: string[]; employee_ids: string[] }

export function useAccessGroups() {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.accessGroups(organization.id),
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(accessGroupPaths.listAccessGroups, { params: { organization_id: organization.id }, query }, { signal }),
      ),
  })
}

export function useSaveGroup(group: AccessGroup | null) {
  const { organization } = useSession()
  const client = useQueryClient()
  const params = { organization_id: organization.id }
  return useMutation({
    mutationFn: (changes: GroupChanges) =>
      group
        ? call(accessGroupPaths.updateAccessGroup, { params: { ...params, access_group_id: group.id }, body: changes })
        : call(accessGroupPaths.createAccessGroup, { params, body: changes }, { creates: true }),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: queryKeys.people(organization.id) })
      return client.invalidateQueries({ queryKey: queryKeys.accessGroups(organization.id) })
    },
  })
}

export function useDeleteGroup() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AccessGroup) =>
      call(accessGroupPaths.deleteAccessGroup, { params: { organization_id: organization.id, access_group_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.accessGroups(organization.id) }),
  })
}
