import { eq } from 'drizzle-orm'
import type { IdpaProfile } from '#contracts/openid.ts'
import { AppError } from '#platform/error.ts'
import type { UserContext } from '../users/context.ts'
import { idpaIdentities } from './table.ts'

export async function findIdpaProfile(ctx: UserContext): Promise<IdpaProfile> {
  const [found] = await ctx.db.select().from(idpaIdentities).where(eq(idpaIdentities.user_id, ctx.user.id))
  if (!found) throw new AppError('not_found', 'No such account is linked')
  const { subject, email, name, picture } = found
  return { id: subject, email, name, picture }
}
