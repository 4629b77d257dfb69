import { safeReturnPath } from '#contracts/return-path.ts'
import { readSignInState } from '#contracts/sign-in-state.ts'

/** The path to continue to after signing in, or `/` when the state is malformed or leads off this origin. */
export const returnPathOf = (state: string | undefined): string => readSignInState(state).returnPath

/** The invite of the address, for sign-ins that post it rather than carry it in the state. */
export const inviteCodeOf = (state: string | undefined): string | undefined =>
  readSignInState(state).inviteCode ?? undefined

export function stateFor(path: string): string {
  return JSON.stringify({ returnPath: path })
}

/** Where an answer of the sign-in leads: to a page of the portal, or to the server by a full navigation. */
export function destinationOf(redirectUrl: unknown): { path: string; isServers: boolean } {
  const path = safeReturnPath(redirectUrl)
  if (path.startsWith('/api/desktop-auth/')) return { path, isServers: true }
  if (path.startsWith('/desktop-auth/')) return { path: `/api${path}`, isServers: true }
  return { path, isServers: false }
}
