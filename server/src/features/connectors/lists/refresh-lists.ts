import { and, eq } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { organizations } from '../../organizations/table.ts'
import { mcps } from '../table.ts'
import { listTools } from './list-tools.ts'

/** An error is stored with the connector. Nothing is sent on behalf of an inactive organization. */
export async function refreshLists(ctx: Context, mcp_id: string): Promise<void> {
  const [found] = await ctx.db
    .select({ organization: organizations, connector: mcps })
    .from(mcps)
    .innerJoin(organizations, eq(organizations.id, mcps.organization_id))
    .where(and(eq(mcps.id, mcp_id), eq(mcps.type, 'simple'), eq(organizations.status, 'active')))
  if (!found) return
  try {
    await listTools(extendContext(ctx, { organization: found.organization }), found.connector)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
