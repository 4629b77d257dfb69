import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import { call } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call(signInPaths.listSessions, {}, { signal }),
    refetchOnMount: 'always',
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (session_id: string) => call(signInPaths.endSession, { params: { session_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(signInPaths.endOtherSessions, {}),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
}
