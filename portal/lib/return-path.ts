import { safeReturnPath } from '#contracts/return-path.ts'

/** The path to go on to after signing in, or `/` when the state is malformed or leads off this origin. */
export function returnPathOf(state: string | undefined): string {
  return safeReturnPath(partOf(state, 'returnPath'))
}

/** The invite with which somebody comes, for the sign-ins that post it rather than carry the state. */
export function inviteCodeOf(state: string | undefined): string | undefined {
  const code = partOf(state, 'inviteCode')
  return typeof code === 'string' && code !== '' ? code : undefined
}

function partOf(state: string | undefined, name: string): unknown {
  if (!state) return undefined
  try {
    const parsed: unknown = JSON.parse(state)
    return parsed && typeof parsed === 'object' ? Object.getOwnPropertyDescriptor(parsed, name)?.value : undefined
  } catch {
    return undefined
  }
}

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
