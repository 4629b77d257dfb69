import { useQuery } from '@tanstack/react-query'
import * as workflowPaths from '#contracts/paths/workflows.ts'
import { fetchAllPages } from '../../lib/all-pages.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'

/** Every workflow, to choose from. */
export function useAllWorkflows() {
  const { organization } = useSession()
  const params = { organization_id: organization.id }
  return useQuery({
    queryKey: [...queryKeys.workflows(organization.id), 'all'],
    queryFn: ({ signal }) => fetchAllPages((query) => call(workflowPaths.listWorkflows, { params, query }, { signal })),
    select: ({ data }) => data,
    refetchOnMount: 'always',
  })
}
