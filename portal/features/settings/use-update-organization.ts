import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Organization, UpdateOrganization } from '#contracts/organizations.ts'
import * as organizationPaths from '#contracts/paths/organizations.ts'
import type { WhoAmI } from '#contracts/users.ts'
import { call } from '../../lib/api.ts'
import { setFromResponse } from '../../lib/query-cache.ts'
import { useSession, whoAmI } from '../../lib/session.ts'

/** Puts the organization, whole or in part, wherever it is shown. */
export function useShowOrganization(): (event: Partial<Organization>) => void {
  const { organization } = useSession()
  const client = useQueryClient()
  return (event) =>
    setFromResponse<WhoAmI>(client, whoAmI.queryKey, (cached) =>
      cached?.currentOrganization?.id === organization.id
        ? { ...cached, currentOrganization: { ...cached.currentOrganization, ...event } }
        : cached,
    )
}

export function useUpdateOrganization() {
  const { organization } = useSession()
  const show = useShowOrganization()
  return useMutation({
    mutationFn: (changes: UpdateOrganization) =>
      call(organizationPaths.updateOrganization, { params: { organization_id: organization.id }, body: changes }),
    onSuccess: show,
  })
}
