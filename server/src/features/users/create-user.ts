import type { Context } from '#platform/context.ts'
import { type UserRow, users } from './table.ts'

type NewUser = { email: string; name: string | null; picture?: string | null; is_admin?: boolean }

/** The address is known to be theirs; who asks has seen to that. */
export async function createUser(ctx: Context, values: NewUser): Promise<UserRow> {
  const [user] = await ctx.db.insert(users).values(values).returning()
  if (!user) throw new Error('The user was not written')
  return user
}
