import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { type ConnectorRow, employeeMcps } from '../table.ts'

/** How many teammates have each connector, personal assistants included. */
export async function countTeammates(
  ctx: OrgContext,
  connectors: readonly Pick<ConnectorRow, 'id'>[],
): Promise<ReadonlyMap<string | null, number>> {
  if (connectors.length === 0) return new Map()
  const ids = connectors.map(({ id }) => id)
  const counted = await ctx.db
    .select({ id: employeeMcps.mcp_id, teammates: count() })
    .from(employeeMcps)
    .innerJoin(aiEmployees, eq(aiEmployees.id, employeeMcps.employee_id))
    .where(
      and(
        eq(employeeMcps.organization_id, ctx.organization.id),
        inArray(employeeMcps.mcp_id, ids),
        isNull(aiEmployees.deleted_at),
      ),
    )
    .groupBy(employeeMcps.mcp_id)
  return new Map(counted.map(({ id, teammates }) => [id, teammates]))
}
