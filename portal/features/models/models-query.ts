import { queryOptions } from '@tanstack/react-query'
import * as modelPaths from '#contracts/paths/models.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** The catalog as this organization may use it. */
export const modelsQuery = (organization: { id: string }) =>
  queryOptions({
    queryKey: queryKeys.models(organization.id),
    queryFn: ({ signal }) => call(modelPaths.listModelsToChoose, {}, { signal }),
    staleTime: 5 * 60_000,
  })
