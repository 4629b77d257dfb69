import { eq } from 'drizzle-orm'
import type { IdpaProfile } from '#contracts/openid.ts'
import type { User } from '#contracts/users.ts'
import { AppError } from '#platform/error.ts'
import type { UserContext } from '../users/context.ts'
import { presentUser } from '../users/present.ts'
import type { UserRow } from '../users/table.ts'
import { idpaIdentities } from './table.ts'

export async function findIdpaProfile(ctx: UserContext): Promise<IdpaProfile> {
  const found = await linkedOf(ctx)
  if (!found) throw new AppError('not_found', 'No such account is linked')
  const { subject, email, name, picture } = found
  return { id: subject, email, name, picture }
}

/** The signed-in user as they are shown, with what their linked account says where they say nothing. */
export async function presentSignedIn(ctx: UserContext, user: UserRow): Promise<User> {
  return presentUser(user, await linkedOf(ctx))
}

async function linkedOf(ctx: UserContext): Promise<typeof idpaIdentities.$inferSelect | null> {
  const [found] = await ctx.db.select().from(idpaIdentities).where(eq(idpaIdentities.user_id, ctx.user.id))
  return found ?? null
}
