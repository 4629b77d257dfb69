import { useQuery } from '@tanstack/react-query'
import * as staffPaths from '#contracts/paths/staff.ts'
import type { StaffUser } from '#contracts/staff.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'

/** Everyone in the organization, by name. */
export function usePeople({ enabled = true } = {}) {
  const { organization } = useSession()
  return useQuery({
    enabled,
    queryKey: queryKeys.people(organization.id),
    queryFn: ({ signal }) =>
      fetchAllPages((query) =>
        call(staffPaths.listPeople, { params: { organization_id: organization.id }, query }, { signal }),
      ),
  })
}

export const nameOf = ({ name, email }: Pick<StaffUser, 'name' | 'email'>): string => name ?? email
