import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as organizationPaths from '#contracts/paths/organizations.ts'
import { call } from '../../../lib/api.ts'
import { refetchAfterEvent } from '../../../lib/query-cache.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useServerEvent } from '../../../lib/realtime.ts'
import { useIsManager, useSession } from '../../../lib/session.ts'

export type KeyKind = 'private' | 'public'

const rotations = {
  private: organizationPaths.rotatePrivateApiKey,
  public: organizationPaths.rotatePublicApiKey,
} as const

/** The private key comes masked. */
export function useKeys() {
  const { organization } = useSession()
  const isManager = useIsManager()
  const client = useQueryClient()
  const queryKey = queryKeys.apiKeys(organization.id)
  useServerEvent('organization.updated', () => refetchAfterEvent(client, { queryKey }))
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(organizationPaths.showApiKeys, { params: { organization_id: organization.id } }, { signal }),
    enabled: isManager,
  })
}

/** The whole private key, only for the clipboard: it never enters the cache. */
export function useFetchPrivateKey(): () => Promise<string> {
  const { organization } = useSession()
  return async () => {
    const answer = await call(organizationPaths.revealPrivateApiKey, { params: { organization_id: organization.id } })
    return answer.private_api_key
  }
}

export function useRotateKey() {
  const { organization } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (kind: KeyKind) => call(rotations[kind], { params: { organization_id: organization.id } }),
    // The new private key is in the answer; nobody asked for it yet.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.apiKeys(organization.id) }),
    gcTime: 0,
  })
}
