import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { MonitorSmartphone, ShieldAlert } from 'lucide-react'
import * as signInPaths from '#contracts/paths/sign-in.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { authErrorOf, whoAmI } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { WaitingForm } from '../page-parts/waiting.tsx'
import { AuthErrorPage } from '../shell/auth-error-page.tsx'
import { LoginFrame } from '../sign-in/login-frame.tsx'
import { consentAddress, desktopReturnTo } from './desktop-request.ts'
import { desktopAuthMessages } from './messages.ts'

/** Where someone lets an app on their computer in (contract, "Sign-in methods", 12). */
export function DesktopAuthPage() {
  const words = useMessages(desktopAuthMessages)
  useTitle(words.title)
  const { return_to, consent_token, device_name } = useSearch({ from: '/desktop-auth/authorize' })
  const { data, error, isFetching, refetch } = useQuery(whoAmI)
  const returnTo = desktopReturnTo(return_to, location.origin)
  if (!returnTo) {
    return (
      <LoginFrame>
        <EmptyState alert icon={<ShieldAlert aria-hidden />} title={words.invalidTitle} text={words.invalidText}>
          <Button look="primary" disabled>
            {words.continue}
          </Button>
        </EmptyState>
      </LoginFrame>
    )
  }
  if (!data && error) return <AuthErrorPage error={authErrorOf(error)} busy={isFetching} onRetry={() => refetch()} />
  const state = JSON.stringify({ desktopAuthReturnTo: returnTo })
  if (data && !data.user) return <Navigate to="/login" search={{ state }} replace />
  return (
    <LoginFrame>
      {data?.user ? (
        <Consent
          person={data.user.name ?? data.user.email}
          device={device_name?.trim().slice(0, 100) || words.defaultDevice}
          address={consentAddress(returnTo, consent_token)}
          state={state}
        />
      ) : (
        <WaitingForm />
      )}
    </LoginFrame>
  )
}

type ConsentProps = { person: string; device: string; address: string; state: string }

function Consent({ person, device, address, state }: ConsentProps) {
  const words = useMessages(desktopAuthMessages)
  const change = useMutation({
    mutationFn: () => call(signInPaths.signOut),
    // By a full navigation: nothing that this page knows of the account may stay.
    onSuccess: () => {
      sessionStorage.clear()
      location.assign(`/login?${new URLSearchParams({ state, select_account: 'true' })}`)
    },
  })
  return (
    <>
      <MonitorSmartphone aria-hidden className="mb-4 size-7 stroke-[1.5] text-faint" />
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{words.title}</h1>
      <p className="mt-1.5 wrap-anywhere text-muted">{words.text(device)}</p>
      <p className="mt-4 text-sm">{words.as(person)}</p>
      <p className="mt-1 mb-7 text-sm text-muted">{words.warning}</p>
      {change.isError && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {words.logOutFailed}
        </p>
      )}
      <div className="space-y-2">
        <Button look="primary" className="h-10 w-full" onClick={() => location.assign(address)}>
          {words.continue}
        </Button>
        <Button className="h-10 w-full" busy={change.isPending} onClick={() => change.mutate()}>
          {words.otherAccount}
        </Button>
      </div>
    </>
  )
}
