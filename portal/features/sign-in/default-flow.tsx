import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { recentSignOut } from '../../lib/recent-sign-out.ts'
import { isRedirect, onlyProvider, startUrl } from './choose-flow.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { DevPicker } from './dev-picker.tsx'
import { Failed, type FlowProps, Group, Leaving, Or, WaitingForWays } from './flow-parts.tsx'
import { LdapForm } from './ldap-form.tsx'
import { signInMessages } from './messages.ts'
import { pendingSignInState } from './pending-sign-in-state.ts'
import { ProviderList } from './provider-list.tsx'
import { authProviders, devUsers } from './sign-in-methods.ts'

/** In development any person one wants to be, and what the deployment has set up. */
export function DefaultFlow({ journey, mayStart }: FlowProps) {
  const words = useMessages(signInMessages)
  const people = useQuery(devUsers)
  const providers = useQuery(authProviders)
  const [hasLeft] = useState(recentSignOut.read)
  const hasPicker = people.data !== undefined && people.data.length > 0
  // Until the picker is loaded, it is unknown whether there is a choice.
  const isDecided = people.isSuccess || people.isError
  const only = mayStart && !hasLeft && isDecided && !hasPicker && providers.data ? onlyProvider(providers.data) : null
  const start = only?.start_url ? startUrl(only.start_url, journey, location.origin) : null
  useEffect(() => {
    if (!start) return
    pendingSignInState.keep(journey.state)
    location.assign(start)
  }, [start, journey.state])

  if (only) return <Leaving text={words.starting(only.label)} />
  if (!isDecided || (!hasPicker && providers.isPending)) return <WaitingForWays />
  if (!hasPicker && !providers.data && providers.error) {
    const retry = () => {
      people.refetch()
      providers.refetch()
    }
    return <Failed error={providers.error} busy={providers.isFetching} onRetry={retry} />
  }
  const ways = providers.data ?? []
  return (
    <>
      {hasPicker && (
        <Group title={words.developmentTitle} text={words.developmentText}>
          <DevPicker users={people.data} state={journey.state} />
        </Group>
      )}
      {hasPicker && ways.length > 0 && <Or />}
      {!hasPicker && ways.length === 0 && <p className="text-sm text-pretty text-muted">{words.none}</p>}
      <ProviderList providers={ways.filter(isRedirect)} journey={journey} />
      {ways
        .filter(({ type }) => type !== 'redirect')
        .map((provider, index) => (
          <div key={provider.id}>
            {(index > 0 || ways.some(isRedirect)) && <Or />}
            {provider.type === 'ldap-single' ? (
              <LdapForm provider={provider} state={journey.state} />
            ) : (
              <CredentialsForm provider={provider} />
            )}
          </div>
        ))}
    </>
  )
}
