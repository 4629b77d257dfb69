import { stored } from '../../lib/stored.ts'

const key = 'alongside:left-with'
const session = () => sessionStorage

/** The state of a sign-in that went to a provider, so that one that failed there can be tried again for the same page. */
export const pendingSignInState = {
  keep: (state: string | undefined) => stored.write(key, state ?? null, session),
  read: () => stored.read(key, session) ?? undefined,
}
