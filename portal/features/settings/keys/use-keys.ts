import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiKeys, PrivateApiKey } from '#contracts/organizations.ts'
import { api } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { organizationPath, useIsManager, useSession } from '../../../lib/session.ts'

export type KeyKind = 'private' | 'public'

/** The private key comes masked. */
export function useKeys() {
  const { organization } = useSession()
  const isManager = useIsManager()
  const client = useQueryClient()
  const queryKey = queryKeys.apiKeys(organization.id)
  useServerEvent('organization.updated', () => client.invalidateQueries({ queryKey }))
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ApiKeys>(organizationPath(organization, '/api-keys'), { signal }),
    enabled: isManager,
  })
}

/** The whole private key, for the clipboard alone: it never enters the cache. */
export function useFetchPrivateKey(): () => Promise<string> {
  const { organization } = useSession()
  return async () => {
    const path = organizationPath(organization, '/api-keys/private')
    return (await api.get<z.infer<typeof PrivateApiKey>>(path)).private_api_key
  }
}

export function useRotateKey() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kind: KeyKind) => api.post(organizationPath(organization, `/api-keys/${kind}/rotate`)),
    // The new private key is in the answer; nobody asked for it yet.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys(organization.id) }),
    gcTime: 0,
  })
}
