import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { brand } from '../../lib/brand.ts'
import { useMessages } from '../../lib/i18n.ts'
import { returnPathOf } from '../../lib/return-path.ts'
import { whoAmI } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Preferences } from '../shell/preferences.tsx'
import { DevPicker } from './dev-picker.tsx'
import { signInMessages } from './messages.ts'
import { ProviderList } from './provider-list.tsx'
import { authProviders, devUsers } from './sign-in-methods.ts'

export function LoginPage() {
  const words = useMessages(signInMessages)
  const { state, error } = useSearch({ from: '/login' })
  const { data: session } = useQuery(whoAmI)
  useTitle(words.title)
  const router = useRouter()
  const isSignedIn = session?.user != null
  useEffect(() => {
    if (isSignedIn) router.history.replace(returnPathOf(state))
  }, [isSignedIn, router, state])
  if (isSignedIn) return null

  return (
    <main className="relative flex h-full flex-col overflow-y-auto bg-canvas">
      <div className="absolute top-3 right-3">
        <Menu
          trigger={
            <IconButton label={words.settings}>
              <Settings2 aria-hidden />
            </IconButton>
          }
        >
          <Preferences />
        </Menu>
      </div>
      <div className="m-auto w-full max-w-sm px-5 py-12">
        <img src="/favicon.svg" alt="" className="mb-6 size-10" />
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{words.welcome(brand)}</h1>
        <p className="mt-1.5 mb-7 text-muted">{words.text}</p>
        {error && (
          <p role="alert" className="mb-5 rounded-lg bg-danger-soft px-3.5 py-2.5 text-sm text-danger">
            {words.callbackFailed}
          </p>
        )}
        <SignInMethods state={state} />
      </div>
    </main>
  )
}

function SignInMethods({ state }: { state: string | undefined }) {
  const words = useMessages(signInMessages)
  const people = useQuery(devUsers)
  const providers = useQuery({ ...authProviders, enabled: people.isError || people.data?.length === 0 })

  if (people.data && people.data.length > 0)
    return (
      <Group title={words.developmentTitle} text={words.developmentText}>
        <DevPicker users={people.data} state={state} />
      </Group>
    )
  if (providers.data) return <ProviderList providers={providers.data} state={state} />
  if (providers.isError) {
    const retry = () => {
      people.refetch()
      providers.refetch()
    }
    return (
      <div role="alert" className="text-sm text-muted">
        <p>{words.failed}</p>
        <Button busy={providers.isFetching} onClick={retry} className="mt-4">
          {words.retry}
        </Button>
      </div>
    )
  }
  return (
    <div className="space-y-2">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="who">
      <h2 id="who" className="text-sm font-semibold">
        {title}
      </h2>
      <p className="mb-3 text-xs text-muted">{text}</p>
      {children}
    </section>
  )
}
