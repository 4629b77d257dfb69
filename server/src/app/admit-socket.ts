import { roomsOfUser } from '#features/teammates/access.ts'
import { findSocketSession } from '#features/users/find-session.ts'
import type { Context } from '#platform/context.ts'
import type { Admission } from '#platform/socket/serve-sockets.ts'

/** A user hears their organizations, and the teammates they may see. */
export const admitSocket = (ctx: Context): Admission => ({
  async identify(token) {
    const found = await findSocketSession(ctx, token)
    return found && { holder_id: found.user.id, expiresAt: found.session.ws_expires_at }
  },
  async roomsOf(token) {
    const found = await findSocketSession(ctx, token)
    return found && roomsOfUser(ctx, found.user.id)
  },
})
