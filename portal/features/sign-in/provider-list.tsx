import type { AuthProvider } from '#contracts/sign-in.ts'
import { useMessages } from '../../lib/i18n.ts'
import { signInMessages } from './messages.ts'

/** One link for each provider that signs people in on its own pages. */
export function ProviderList({ providers, state }: { providers: AuthProvider[]; state: string | undefined }) {
  const words = useMessages(signInMessages)
  const redirecting = providers.filter(({ type, start_url }) => type === 'redirect' && start_url)
  if (redirecting.length === 0) return <p className="text-sm text-pretty text-muted">{words.none}</p>
  return (
    <ul className="space-y-2">
      {redirecting.map((provider) => (
        <li key={provider.id}>
          <a
            href={startOf(provider, state)}
            className="flex h-10 items-center justify-center gap-2.5 rounded-lg border border-line-strong bg-raised text-sm font-medium transition-colors hover:bg-hover"
          >
            {provider.icon_svg && (
              <img src={`data:image/svg+xml,${encodeURIComponent(provider.icon_svg)}`} alt="" className="size-4.5" />
            )}
            {words.continueWith(provider.label)}
          </a>
        </li>
      ))}
    </ul>
  )
}

function startOf({ start_url = '' }: AuthProvider, state: string | undefined): string {
  const start = new URL(start_url, location.origin)
  if (state) start.searchParams.set('state', state)
  return start.href
}
