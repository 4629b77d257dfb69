import type { SignedIn } from '#contracts/sign-in.ts'
import { readSignInState } from '#contracts/sign-in-state.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { acceptInvite } from '../invites/accept-invite.ts'
import { startSession } from '../users/start-session.ts'
import type { UserRow } from '../users/table.ts'
import { onboard } from './onboard.ts'

/** With what someone comes to the door. */
export type Arrival = {
  invite_code: string | null
  /** A path on this site. */
  return_path: string
  /** The session cookie that the browser has had; its session ends. */
  former_cookie: string | null
  /** What an auth server wants to see when this session signs out there. */
  id_token?: string
}

/** What a sign-in state says of an arrival. */
export function arrivalOf(state: string | undefined): Pick<Arrival, 'invite_code' | 'return_path'> {
  const { inviteCode, returnPath } = readSignInState(state)
  return { invite_code: inviteCode, return_path: returnPath }
}

/** The value of the session cookie, and what the browser gets. */
export type Entered = { cookie: string; answer: SignedIn }

/** Begins the session, accepts the invite, and says where to continue. */
export function enter(ctx: Context, user: UserRow, arrival: Arrival & { is_new: boolean }): Promise<Entered> {
  const { invite_code, return_path, former_cookie, id_token, is_new } = arrival
  return ctx.transaction(async (ctx) => {
    const { cookie, session } = await startSession(ctx, user.id, { former_cookie, ...(id_token && { id_token }) })
    if (invite_code) return { cookie, answer: await acceptOnTheWay(ctx, user, invite_code) }
    const redirect_url = is_new ? await onboard(extendContext(ctx, { user, session })) : return_path
    return { cookie, answer: { success: true, redirect_url } }
  })
}

/** An invite that cannot be accepted is explained on its page; who came with it is signed in all the same. */
async function acceptOnTheWay(ctx: Context, user: UserRow, code: string): Promise<SignedIn> {
  try {
    await acceptInvite(ctx, user, code)
    return { success: true, redirect_url: '/' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { success: false, message: error.message, redirect_url: `/invite/${encodeURIComponent(code)}` }
  }
}
