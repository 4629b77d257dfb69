import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as preferencePaths from '#contracts/paths/preferences.ts'
import type { Preferences } from '#contracts/preferences.ts'
import { call } from '../../lib/api.ts'
import { setFromResponse } from '../../lib/query-cache.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useSession } from '../../lib/session.ts'

/** How the person wants to work; kept with them, so that every browser of theirs knows. */
export function usePreferences() {
  const { user } = useSession()
  return useQuery({
    queryKey: queryKeys.preferences(user.id),
    queryFn: ({ signal }) => call(preferencePaths.showPreferences, {}, { signal }),
  })
}

export function useChangePreferences() {
  const client = useQueryClient()
  const { user } = useSession()
  return useMutation({
    mutationFn: (body: Partial<Preferences>) => call(preferencePaths.changePreferences, { body }),
    scope: { id: 'preferences' },
    onSuccess: (preferences) => setFromResponse(client, queryKeys.preferences(user.id), preferences),
  })
}
