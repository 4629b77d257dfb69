import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Organization, UpdateOrganization } from '#contracts/organizations.ts'
import { api } from '../../lib/api.ts'
import { organizationPath, useSession, whoAmI } from '../../lib/session.ts'

/** Puts the organization, whole or in part, wherever it is shown. */
export function useShowOrganization(): (news: Partial<Organization>) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (news) =>
    client.setQueryData(whoAmI.queryKey, (known) =>
      known?.currentOrganization?.id === organization.id
        ? { ...known, currentOrganization: { ...known.currentOrganization, ...news } }
        : known,
    )
}

export function useUpdateOrganization() {
  const { organization } = useSession()
  const show = useShowOrganization()
  return useMutation({
    mutationFn: (changes: UpdateOrganization) => api.put<Organization>(organizationPath(organization, ''), changes),
    onSuccess: show,
  })
}
