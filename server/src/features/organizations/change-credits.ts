import { eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { creditsChanged } from './events.ts'
import { organizations } from './table.ts'

/** The credits that are left, locked until the transaction ends: other spenders wait. */
export async function lockCredits(ctx: Context, organization_id: string): Promise<number> {
  const [row] = await ctx.db
    .select({ credits: organizations.available_tokens })
    .from(organizations)
    .where(eq(organizations.id, organization_id))
    .for('no key update')
  return row?.credits ?? 0
}

/** Books credits: a negative number takes them, a positive one gives them back. */
export async function addCredits(ctx: Context, organization_id: string, credits: number): Promise<void> {
  if (credits === 0) return
  await ctx.db
    .update(organizations)
    .set({ available_tokens: sql`${organizations.available_tokens} + ${credits}` })
    .where(eq(organizations.id, organization_id))
  await ctx.emit(creditsChanged, { organization_id })
}
