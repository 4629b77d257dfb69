import { queryOptions } from '@tanstack/react-query'
import type { CatalogModel } from '#contracts/models.ts'
import { api } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** The catalog as this organization may use it. */
export const modelsQuery = (organization: { id: string }) =>
  queryOptions({
    queryKey: queryKeys.models(organization.id),
    queryFn: ({ signal }) => api.get<CatalogModel[]>('/api/init/models', { signal }),
    staleTime: 5 * 60_000,
  })
