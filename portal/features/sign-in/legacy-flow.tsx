import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { identityProviders } from '#contracts/parties.ts'
import * as openIdPaths from '#contracts/paths/openid.ts'
import { call } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { recentSignOut } from '../../lib/recent-sign-out.ts'
import { webAddress } from '../../lib/web-address.ts'
import { Button } from '../../ui/button.tsx'
import { DevPicker } from './dev-picker.tsx'
import { Failed, type FlowProps, Group, Leaving, Or, WaitingForWays } from './flow-parts.tsx'
import { signInMessages } from './messages.ts'
import { pendingSignInState } from './pending-sign-in-state.ts'
import { devUsers } from './sign-in-methods.ts'

const { label } = identityProviders.idpa

/** The picker of a development server where it has people; anywhere else straight to the identity provider. */
export function LegacyFlow({ journey, mayStart }: FlowProps) {
  const words = useMessages(signInMessages)
  const people = useQuery({ ...devUsers, retry: false })
  const [hasLeft] = useState(recentSignOut.read)
  const hasPicker = people.data !== undefined && people.data.length > 0
  const isDecided = people.isSuccess || people.isError
  const start = useMutation({
    mutationFn: () =>
      call(openIdPaths.startIdpa, {
        query: {
          ...(journey.state && { state: journey.state }),
          ...(journey.selectAccount && { select_account: 'true' as const }),
        },
      }),
    onSuccess: ({ auth_url }) => {
      pendingSignInState.keep(journey.state)
      location.assign(webAddress(auth_url))
    },
  })
  const startsItself = mayStart && !hasLeft && isDecided && !hasPicker
  const startOnce = useEffectEvent(() => start.isIdle && start.mutate())
  useEffect(() => {
    if (startsItself) startOnce()
  }, [startsItself])

  if (!isDecided) return <WaitingForWays />
  if (start.error)
    return <Failed error={start.error} text={words.startFailed(label)} busy={start.isPending} onRetry={start.mutate} />
  if (start.isPending || start.isSuccess) return <Leaving text={words.starting(label)} />
  return (
    <>
      {hasPicker && (
        <>
          <Group title={words.developmentTitle} text={words.developmentText}>
            <DevPicker users={people.data} state={journey.state} />
          </Group>
          <Or />
        </>
      )}
      <Button className="h-10 w-full" onClick={() => start.mutate()}>
        {words.signInWith(label)}
      </Button>
    </>
  )
}
