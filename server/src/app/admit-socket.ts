import { roomsOfUser } from '#features/teammates/access.ts'
import { findSocketSession } from '#features/users/find-session.ts'
import { admitVisitor } from '#features/webchat/admit-visitor.ts'
import type { Context } from '#platform/context.ts'
import type { Admission } from '#platform/socket/serve-sockets.ts'

/** A user or a visitor, each by a token of their own form. */
export function admitSocket(ctx: Context): Admission {
  const [users, visitors] = [admitUser(ctx), admitVisitor(ctx)]
  // Every JWT begins so, and a session's token is hexadecimal.
  const of = (token: string) => (token.startsWith('ey') ? visitors : users)
  return { identify: (token) => of(token).identify(token), roomsOf: (token) => of(token).roomsOf(token) }
}

/** A user receives events of their organizations, and of the teammates they may see. */
const admitUser = (ctx: Context): Admission => ({
  async identify(token) {
    const found = await findSocketSession(ctx, token)
    return found && { holder_id: found.user.id, expiresAt: found.session.ws_expires_at }
  },
  async roomsOf(token) {
    const found = await findSocketSession(ctx, token)
    return found && roomsOfUser(ctx, found.user.id)
  },
})
