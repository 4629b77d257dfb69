import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#contracts/client.ts'
import type { AnswerAt } from '#contracts/endpoints.ts'
import * as openIdPaths from '#contracts/paths/openid.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { stateFor } from '../../lib/return-path.ts'
import { useTitle } from '../../lib/title.ts'
import { showToast } from '../../ui/toast.tsx'
import { Failed, Leaving, Refused } from './flow-parts.tsx'
import { LoginFrame } from './login-frame.tsx'
import { signInMessages } from './messages.ts'
import { pendingSignInState } from './pending-sign-in-state.ts'
import { useFinishSignIn } from './use-finish-sign-in.ts'

type CallbackEndpoint =
  | typeof openIdPaths.finishAuthServer
  | typeof openIdPaths.finishIdpa
  | typeof openIdPaths.finishMsgr
type CallbackAnswer = AnswerAt<CallbackEndpoint>

const FAILED_PATH = '/login?error=auth_server_callback'
const SETTINGS_PATH = '/settings'

const withState = (path: string, state: string | undefined) =>
  state ? `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}` : path

export function IdpaCallbackPage() {
  return <Callback endpoint={openIdPaths.finishIdpa} failedPath={withState(FAILED_PATH, pendingSignInState.read())} />
}

export function AuthServerCallbackPage() {
  return (
    <Callback endpoint={openIdPaths.finishAuthServer} failedPath={withState(FAILED_PATH, pendingSignInState.read())} />
  )
}

/** Links an account to the person who is signed in; who is not any more signs in first. */
export function MsgrCallbackPage() {
  const words = useMessages(signInMessages)
  const failedPath = withState('/login', stateFor(SETTINGS_PATH))
  return (
    <Callback
      endpoint={openIdPaths.finishMsgr}
      failedPath={failedPath}
      title={words.linking}
      failedText={words.linkFailed}
    />
  )
}

type CallbackProps = { endpoint: CallbackEndpoint; failedPath: string; title?: string; failedText?: string }

/** Passes what the provider sent to the server, once: its code is good for one use. */
function Callback({ endpoint, failedPath, title, failedText }: CallbackProps) {
  const words = useMessages(signInMessages)
  useTitle(title ?? words.title)
  const finish = useFinishSignIn()
  // Kept as it came: while the next page loads, the location is already that page's own.
  const [sent] = useState(useLocation({ select: ({ searchStr }) => searchStr }))
  const state = pendingSignInState.read()
  const answer = useQuery({
    queryKey: ['sign-in-callback', endpoint, sent],
    queryFn: () => call(endpoint, { query: Object.fromEntries(new URLSearchParams(sent)) }),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  })
  const { error } = answer
  const arrived = useEffectEvent(({ message, redirect_url }: CallbackAnswer) => {
    if (message) showToast(message)
    finish(redirect_url === FAILED_PATH ? failedPath : redirect_url)
  })
  const failed = useEffectEvent(() => {
    if (failedText) showToast(failedText)
    finish(failedPath)
  })
  const outcome = outcomeOf(error)
  useEffect(() => {
    if (answer.data) arrived(answer.data)
    else if (outcome === 'failed') failed()
  }, [answer.data, outcome])

  return (
    <LoginFrame>
      {error && outcome === 'refused' && (
        <Refused title={words.refused} text={sentenceOf(error, words.callbackFailed)}>
          <Link
            to="/login"
            search={{ ...(state && { state }), select_account: 'true' }}
            className="font-medium text-accent hover:underline"
          >
            {words.another}
          </Link>
        </Refused>
      )}
      {error && outcome === 'unreached' && (
        <Failed error={error} text={sentenceOf(error, '')} busy={answer.isFetching} onRetry={() => answer.refetch()} />
      )}
      {(!error || outcome === 'failed') && <Leaving text={title ?? words.finishing} />}
    </LoginFrame>
  )
}

/** A policy is explained, a server that did not get to it is asked again; everything else begins again. */
function outcomeOf(error: Error | null): 'refused' | 'unreached' | 'failed' | null {
  if (!error) return null
  if (!(error instanceof ApiError)) return 'failed'
  if (error.kind === 'network' || error.status === 429) return 'unreached'
  return error.status === 403 ? 'refused' : 'failed'
}
