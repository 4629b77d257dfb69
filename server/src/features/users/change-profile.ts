import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type UserRow, users } from './table.ts'

export async function changeProfile(ctx: Context, id: string, profile: Pick<UserRow, 'name' | 'picture'>) {
  await ctx.db.update(users).set(profile).where(eq(users.id, id))
}
