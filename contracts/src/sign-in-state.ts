import { safeReturnPath } from './return-path.ts'

/** What travels through signing in as JSON text, made by the portal or by anybody. */
export type SignInState = {
  /** Where to go on to: a path on this site. */
  readonly returnPath: string
  /** The invite with which somebody comes. */
  readonly inviteCode: string | null
}

/** Reads a state, whatever it is: what is malformed leads to `/`, without an invite. */
export function readSignInState(text: string | undefined): SignInState {
  const inviteCode = partOf(text, 'inviteCode')
  return {
    returnPath: safeReturnPath(partOf(text, 'returnPath')),
    inviteCode: typeof inviteCode === 'string' && inviteCode !== '' ? inviteCode : null,
  }
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
