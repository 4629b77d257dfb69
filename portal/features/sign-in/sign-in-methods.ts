import { queryOptions } from '@tanstack/react-query'
import type { AuthProvider, DevUsers } from '#contracts/sign-in.ts'
import { ApiError, api } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Somebody stands at the door: a failure is told soon, and also to a browser that believes itself offline. */
const atTheDoor = { retry: 1, networkMode: 'always' } as const
const patience = 10_000

export const devUsers = queryOptions({
  ...atTheDoor,
  queryKey: queryKeys.devUsers,
  queryFn: async ({ signal }) => {
    try {
      return (await api.get<DevUsers>('/api/auth/dev/users', { signal, timeout: patience })).users
    } catch (error) {
      // Outside development the route is not there.
      if (error instanceof ApiError && error.status === 404) return []
      throw error
    }
  },
})

export const authProviders = queryOptions({
  ...atTheDoor,
  queryKey: queryKeys.authProviders,
  queryFn: ({ signal }) => api.get<AuthProvider[]>('/api/auth/providers', { signal, timeout: patience }),
})
