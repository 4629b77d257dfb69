import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#contracts/client.ts'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Queries of pages without a session: a failure is shown soon, also in a browser that reports itself offline. */
const publicQueryOptions = { retry: 1, networkMode: 'always' } as const
const timeoutMs = 10_000

export const devUsers = queryOptions({
  ...publicQueryOptions,
  queryKey: queryKeys.devUsers,
  queryFn: async ({ signal }) => {
    try {
      return (await call(signInPaths.listDevUsers, {}, { signal, timeoutMs })).users
    } catch (error) {
      // Outside development the route is not there.
      if (error instanceof ApiError && error.status === 404) return []
      throw error
    }
  },
})

export const authProviders = queryOptions({
  ...publicQueryOptions,
  queryKey: queryKeys.authProviders,
  queryFn: ({ signal }) => call(signInPaths.listAuthProviders, {}, { signal, timeoutMs }),
})
