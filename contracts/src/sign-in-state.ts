import { safeReturnPath } from './return-path.ts'

/** What travels through signing in as JSON text, made by the portal or by anybody. */
export type SignInState = {
  /** Where to continue to: a path on this site. */
  readonly returnPath: string
  /** The invite with which someone comes. */
  readonly inviteCode: string | null
}

/** Reads a state, whatever it is: what is malformed leads to `/`, without an invite. */
export function readSignInState(text: string | undefined): SignInState {
  const inviteCode = partOf(text, 'inviteCode')
  const desktop = safeReturnPath(partOf(text, 'desktopAuthReturnTo'))
  return {
    returnPath: isDesktopPage(desktop) ? desktop : safeReturnPath(partOf(text, 'returnPath')),
    inviteCode: typeof inviteCode === 'string' && inviteCode !== '' ? inviteCode : null,
  }
}

/** The page on which someone lets a desktop app in, and what it calls; nothing else is asked for in that way. */
function isDesktopPage(path: string): boolean {
  const [page = ''] = path.split(/[?#]/, 1)
  return page === '/desktop-auth/authorize' || page === '/api/desktop-auth/authorize'
}

function partOf(text: string | undefined, name: string): unknown {
  if (!text) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed && typeof parsed === 'object' ? Object.getOwnPropertyDescriptor(parsed, name)?.value : undefined
  } catch {
    return undefined
  }
}
