import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as preferencePaths from '#contracts/paths/preferences.ts'
import type { Preferences } from '#contracts/preferences.ts'
import { call } from '../../lib/api.ts'
import { putAnswer } from '../../lib/overtaken.ts'
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
    onSuccess: (preferences) => putAnswer(client, queryKeys.preferences(user.id), preferences),
  })
}
