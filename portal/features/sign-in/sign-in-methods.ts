import { queryOptions } from '@tanstack/react-query'
import type { AuthProvider, DevUsers } from '#contracts/sign-in.ts'
import { ApiError, api } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export const devUsers = queryOptions({
  queryKey: queryKeys.devUsers,
  queryFn: async ({ signal }) => {
    try {
      return (await api.get<DevUsers>('/api/auth/dev/users', { signal })).users
    } catch (error) {
      // Outside development the route is not there.
      if (error instanceof ApiError && error.status === 404) return []
      throw error
    }
  },
})

export const authProviders = queryOptions({
  queryKey: queryKeys.authProviders,
  queryFn: ({ signal }) => api.get<AuthProvider[]>('/api/auth/providers', { signal }),
})
