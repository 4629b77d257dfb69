import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { useMessages } from '../../lib/i18n.ts'
import { destinationOf, inviteCodeOf, returnPathOf } from '../../lib/return-path.ts'
import { whoAmI } from '../../lib/session.ts'
import { stored } from '../../lib/stored.ts'
import { useTitle } from '../../lib/title.ts'
import { flowKey, isLegacyFlow } from './choose-flow.ts'
import { DefaultFlow } from './default-flow.tsx'
import { LegacyFlow } from './legacy-flow.tsx'
import { LoginFrame } from './login-frame.tsx'
import { signInMessages } from './messages.ts'

export function LoginPage() {
  const words = useMessages(signInMessages)
  const { state, error, select_account } = useSearch({ from: '/login' })
  const { data: session, isPending } = useQuery(whoAmI)
  useTitle(words.title)
  const router = useRouter()
  // Another site's link must not take someone into an organization: what comes with an invite waits for a click then.
  const [isFromHere] = useState(
    () => router.history.canGoBack() || URL.parse(document.referrer)?.origin === location.origin,
  )
  const isSignedIn = session?.user != null
  useEffect(() => {
    if (!isSignedIn) return
    const { path, isServers } = destinationOf(returnPathOf(state))
    if (isServers) location.assign(path)
    else router.history.replace(path)
  }, [isSignedIn, router, state])
  if (isSignedIn) return null

  const Flow = isLegacyFlow(stored.read(flowKey)) ? LegacyFlow : DefaultFlow
  return (
    <LoginFrame>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{words.welcome(brand)}</h1>
      <p className="mt-1.5 mb-7 text-muted">{words.text}</p>
      {error && (
        <p role="alert" className="mb-5 rounded-lg bg-danger-soft px-3.5 py-2.5 text-sm text-danger">
          {words.callbackFailed}
        </p>
      )}
      <Flow
        journey={{ state, selectAccount: select_account === 'true' }}
        // A signed-in person continues, and a person whose sign-in failed reads why, before anything starts automatically.
        mayStart={!isPending && !error && (isFromHere || !inviteCodeOf(state))}
      />
    </LoginFrame>
  )
}
