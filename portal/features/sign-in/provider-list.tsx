import type { AuthProvider } from '#contracts/sign-in.ts'
import { useMessages } from '../../lib/i18n.ts'
import { type Journey, startUrl } from './choose-flow.ts'
import { signInMessages } from './messages.ts'
import { pendingSignInState } from './pending-sign-in-state.ts'

/** One link for each provider that signs people in on its own pages. */
export function ProviderList({ providers, journey }: { providers: AuthProvider[]; journey: Journey }) {
  const words = useMessages(signInMessages)
  if (providers.length === 0) return null
  return (
    <ul className="space-y-2">
      {providers.map((provider) => (
        <li key={provider.id}>
          <a
            onClick={() => pendingSignInState.keep(journey.state)}
            href={startUrl(provider.start_url ?? '', journey, location.origin)}
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
