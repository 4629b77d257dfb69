import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#contracts/client.ts'
import * as invitePaths from '#contracts/paths/invites.ts'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { whoAmI } from '../../lib/session.ts'
import { useLogOut } from '../shell/use-log-out.ts'
import { useFinishSignIn } from '../sign-in/use-finish-sign-in.ts'

/** Who is here, and what the code invites to; null where it invites to nothing. */
export function useInvite(code: string) {
  const session = useQuery(whoAmI)
  const user = session.data?.user ?? null
  const invite = useQuery({
    queryKey: [...queryKeys.invite(code), user?.id ?? null],
    queryFn: async ({ signal }) => {
      try {
        return await call(invitePaths.showInvite, { params: { code } }, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    enabled: !session.isPending,
    refetchOnMount: 'always',
  })
  return { user, invite }
}

export function useAcceptInvite(code: string) {
  const client = useQueryClient()
  const finish = useFinishSignIn()
  return useMutation({
    mutationFn: () => call(invitePaths.acceptInvite, { params: { code } }),
    onSuccess: ({ redirect_url }) => finish(redirect_url),
    // Someone may have cancelled it meanwhile: the page then says so by itself.
    onError: () => client.invalidateQueries({ queryKey: queryKeys.invite(code) }),
  })
}

/** What the sign-in is to bring back: it accepts the invite. */
export const signInState = (code: string): string => JSON.stringify({ inviteCode: code })

export function useOtherAccount(code: string): () => void {
  const router = useRouter()
  return useLogOut(() =>
    router.navigate({ to: '/login', search: { state: signInState(code), select_account: 'true' } }),
  )
}
