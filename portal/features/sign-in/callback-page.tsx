import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#contracts/client.ts'
import { send } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { inviteCodeOf, returnPathOf } from '../../lib/return-path.ts'
import { useTitle } from '../../lib/title.ts'
import { showToast } from '../../ui/toast.tsx'
import { Failed, Leaving } from './flow-parts.tsx'
import { LoginFrame } from './login-frame.tsx'
import { signInMessages } from './messages.ts'
import { useFinishSignIn } from './use-finish-sign-in.ts'

type CallbackAnswer = { success?: boolean; message?: string; redirect_url?: string }

export function IdpaCallbackPage() {
  return <Callback route="/api/auth/idpa/callback" />
}

export function AuthServerCallbackPage() {
  return <Callback route="/api/auth/auth-server/callback" />
}

/** Passes what the provider sent to the server, once: its code is good for one use. */
function Callback({ route }: { route: string }) {
  const words = useMessages(signInMessages)
  useTitle(words.title)
  const finish = useFinishSignIn()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const answer = useQuery({
    queryKey: ['sign-in-callback', route, query],
    queryFn: () => send<CallbackAnswer>({ method: 'GET', path: `${route}${query}` }),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  })
  const arrived = useEffectEvent(({ message, redirect_url }: CallbackAnswer) => {
    if (message) showToast(message)
    finish(redirect_url ?? '/login')
  })
  useEffect(() => {
    if (answer.data) arrived(answer.data)
  }, [answer.data])

  const { error } = answer
  // The state that `idpa` brings back is the sign-in's own: another try goes to the same invite and page.
  const state = new URLSearchParams(query).get('state') ?? undefined
  const kept = state && (inviteCodeOf(state) || returnPathOf(state) !== '/') ? { state } : {}
  const isUnreached = error instanceof ApiError && error.kind === 'network'
  if (error && !isUnreached) return <Navigate to="/login" search={{ error: 'auth_server_callback', ...kept }} replace />
  return (
    <LoginFrame>
      {error ? (
        <Failed error={error} busy={answer.isFetching} onRetry={() => answer.refetch()} />
      ) : (
        <Leaving text={words.finishing} />
      )}
    </LoginFrame>
  )
}
