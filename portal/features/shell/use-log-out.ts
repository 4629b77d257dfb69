import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import type { WhoAmI } from '#contracts/users.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { recentSignOut } from '../../lib/recent-sign-out.ts'
import { showToast } from '../../ui/toast.tsx'
import { clearSession } from './clear-session.ts'
import { shellMessages } from './messages.ts'

const nobody: WhoAmI = { user: null, wsToken: null, current_organization_id: null, currentOrganization: null }

/** Goes to the sign-in page, or where `then` leads. */
export function useLogOut(then?: () => unknown): () => void {
  const client = useQueryClient()
  const words = useMessages(shellMessages)
  const { mutate } = useMutation({
    mutationFn: () => call(signInPaths.signOut),
    onError: () => showToast(words.logOutFailed),
    onSuccess: ({ logout_url }) => {
      clearSession(client)
      recentSignOut.mark()
      if (logout_url) return location.assign(logout_url)
      client.setQueryData(queryKeys.whoAmI, nobody)
      client.removeQueries({ queryKey: queryKeys.organizations })
      then?.()
    },
  })
  return () => mutate()
}
