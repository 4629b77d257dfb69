import { membershipsOf } from '#features/organizations/access.ts'
import { teammateRoomsOf } from '#features/teammates/access.ts'
import { findSocketUser } from '#features/users/find-session.ts'
import type { Room } from '#platform/audience.ts'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import type { Admit } from '#platform/socket/serve-sockets.ts'

/** A user hears themself, their organizations, and the teammates they may see. */
export async function admitSocket(ctx: Context, token: string): ReturnType<Admit> {
  const user = await findSocketUser(ctx, token)
  if (!user) return null
  const rooms: Room[] = []
  for (const { organization, role } of await membershipsOf(ctx, user.id)) {
    rooms.push(`organization:${organization.id}`, ...(await teammateRoomsOf(widen(ctx, { user, organization, role }))))
  }
  return { who: user.id, rooms }
}
