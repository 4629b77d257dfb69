import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { organizations } from './table.ts'

/** Names an organization that was created to the people who run the server; one that is gone already is not named. */
export async function alertCreated(ctx: Context, { organization_id }: { organization_id: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organization_id))
  if (row) await ctx.ports.alerts.send('events', `New organization: ${row.name}`)
}
