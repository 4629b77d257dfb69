import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccessGroup } from '#contracts/access-groups.ts'
import { fetchAllPages } from '../../../lib/all-pages.ts'
import { api } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { organizationPath, useSession } from '../../../lib/session.ts'

/** Who is in a group is left as it is: the request says nothing about it. */
export type GroupChanges = { name: string; employee_ids: string[] }

export function useAccessGroups() {
  const { organization } = useSession()
  return useQuery({
    queryKey: queryKeys.accessGroups(organization.id),
    queryFn: ({ signal }) => fetchAllPages<AccessGroup>(organizationPath(organization, '/access-groups'), signal),
  })
}

export function useSaveGroup(group: AccessGroup | null) {
  const { organization } = useSession()
  const client = useQueryClient()
  const path = organizationPath(organization, '/access-groups')
  return useMutation({
    mutationFn: (changes: GroupChanges) =>
      group ? api.put<AccessGroup>(`${path}/${group.id}`, changes) : api.post<AccessGroup>(path, changes),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.accessGroups(organization.id) }),
  })
}

export function useDeleteGroup() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AccessGroup) => api.delete(organizationPath(organization, `/access-groups/${id}`)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.accessGroups(organization.id) }),
  })
}
