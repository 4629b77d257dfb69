import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { CurrentOrganization } from '#contracts/organizations.ts'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import type { User, WhoAmI } from '#contracts/users.ts'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

let lastIdentity: string | undefined

/** Removes the cached data and pending changes of one person when another signs in on the same page. */
function removeDataOfOthers(client: QueryClient, { user, current_organization_id }: WhoAmI): void {
  if (!user) return
  const identity = `${user.id} ${current_organization_id}`
  if (lastIdentity !== undefined && lastIdentity !== identity) {
    client.removeQueries({ queryKey: queryKeys.organizations })
    client.getMutationCache().clear()
  }
  lastIdentity = identity
}

export const whoAmI = queryOptions({
  queryKey: queryKeys.whoAmI,
  queryFn: async ({ signal, client }) => {
    const answer = await call(signInPaths.whoAmI, {}, { signal, timeoutMs: 10_000 })
    removeDataOfOthers(client, answer)
    return answer
  },
  retry: (failures, error) => failures < 1 && authErrorOf(error) !== 'server',
  retryDelay: 2_000,
  // Asked even when the browser believes itself offline: the error screen must come, not an endless wait.
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export type AuthError = 'network' | 'timeout' | 'server'

export function authErrorOf(error: Error): AuthError {
  return error instanceof ApiError && error.kind !== 'refused' ? error.kind : 'server'
}

export type Session = { user: User; wsToken: string | null; organization: CurrentOrganization }

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This part of the portal is behind the sign-in.')
  return session
}

/** Owners and admins manage the organization. */
export function useIsManager(): boolean {
  return useSession().organization.role !== 'member'
}
