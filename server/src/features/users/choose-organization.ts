import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from './table.ts'

/** The organization in which a user works from now on; that they belong to it is for the caller to know. */
export async function chooseOrganization(ctx: Context, user_id: string, organization_id: string): Promise<void> {
  await ctx.db.update(users).set({ current_organization_id: organization_id }).where(eq(users.id, user_id))
}
