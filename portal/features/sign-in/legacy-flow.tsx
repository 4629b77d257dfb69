import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { identityProviders } from '#contracts/parties.ts'
import { send } from '../../lib/api.ts'
import { useMessages } from '../../lib/i18n.ts'
import { justLeft } from '../../lib/just-left.ts'
import { Button } from '../../ui/button.tsx'
import { startUrl } from './choose-flow.ts'
import { DevPicker } from './dev-picker.tsx'
import { Failed, type FlowProps, Group, Leaving, Or, WaitingForWays } from './flow-parts.tsx'
import { signInMessages } from './messages.ts'
import { devUsers } from './sign-in-methods.ts'

const { label } = identityProviders.idpa

/** The picker of a development server where it has people; anywhere else straight to the identity provider. */
export function LegacyFlow({ journey, mayStart }: FlowProps) {
  const words = useMessages(signInMessages)
  const people = useQuery({ ...devUsers, retry: false })
  const [hasLeft] = useState(justLeft.read)
  const hasPicker = people.data !== undefined && people.data.length > 0
  const isDecided = people.isSuccess || people.isError
  const start = useMutation({
    mutationFn: () =>
      send<{ auth_url: string }>({ method: 'GET', path: startUrl('/api/auth/idpa', journey, location.origin) }),
    onSuccess: ({ auth_url }) => location.assign(webAddress(auth_url)),
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

/** Of all that an address can be, only a page of the web is gone to. */
function webAddress(address: string): string {
  const url = new URL(address, location.origin)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('This is not the address of a page.')
  return url.href
}
