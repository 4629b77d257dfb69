import { SERVICE_NAME } from '#contracts/parties.ts'
import type { AuthProvider } from '#contracts/sign-in.ts'

export const flowKey = `${SERVICE_NAME}.authFlow`

/** Both names have been written by earlier versions of the portal. */
export const isLegacyFlow = (stored: string | null): boolean =>
  stored === 'legacy-google' || stored === 'legacy-google-flow'

/** The one provider that a person would have to click anyway; none where there is anything to choose or to type. */
export function onlyProvider(providers: readonly AuthProvider[]): AuthProvider | null {
  const redirecting = providers.filter(isRedirect)
  const [only] = redirecting
  return only && redirecting.length === 1 && providers.every(({ type }) => type === 'redirect') ? only : null
}

export const isRedirect = ({ type, start_url }: AuthProvider): boolean => type === 'redirect' && Boolean(start_url)

export type Journey = { state: string | undefined; selectAccount: boolean }

/** Where a sign-in starts, with what it must bring back. */
export function startUrl(path: string, { state, selectAccount }: Journey, origin: string): string {
  const start = new URL(path, origin)
  if (state) start.searchParams.set('state', state)
  if (selectAccount) start.searchParams.set('select_account', 'true')
  return start.href
}
