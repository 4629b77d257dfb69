import { eq } from 'drizzle-orm'
import { batchWithin } from '#platform/batch-within.ts'
import type { Context } from '#platform/context.ts'
import { organizationUpdated } from './events.ts'
import { presentOrganization } from './present.ts'
import { organizations } from './table.ts'

const gather = batchWithin({ withinMs: 1000, failure: 'credits were not pushed' })

/**
 * Shows everyone in the organization what is left. Each model call changes the credits twice, and every page that is open
 * is notified of it: at most once a second from this process.
 */
export async function pushCredits(ctx: Context, { organization_id }: { organization_id: string }): Promise<void> {
  gather(ctx, organization_id, organization_id, async () => {
    const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
    if (row) await ctx.emit(organizationUpdated, presentOrganization(row))
  })
}
