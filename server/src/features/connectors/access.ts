import { and, eq } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type ConnectorRow, employeeMcps, mcps } from './table.ts'

export const noSuchConnector = () => new AppError('not_found', 'Connector not found')

export const nameTaken = (name: string) =>
  new AppError('conflict', `There is already a connector named "${name}"`, { code: 'CONNECTOR_EXISTS' })

export const tooManyConnectors = (message: string) => new AppError('conflict', message, { code: 'TOO_MANY_CONNECTORS' })

export const connectorsOf = ({ organization }: Pick<OrgContext, 'organization'>) =>
  eq(mcps.organization_id, organization.id)

export async function findConnector(ctx: OrgContext, id: string): Promise<ConnectorRow> {
  const [row] = await ctx.db
    .select()
    .from(mcps)
    .where(and(connectorsOf(ctx), eq(mcps.id, id)))
  if (!row) throw noSuchConnector()
  return row
}

/** A connector that the teammate may use at this moment. */
export async function findAssigned(ctx: OrgContext, teammate: { id: string }, mcp_id: string): Promise<ConnectorRow> {
  const [row] = await ctx.db
    .select({ connector: mcps })
    .from(employeeMcps)
    .innerJoin(mcps, and(eq(mcps.organization_id, employeeMcps.organization_id), eq(mcps.id, employeeMcps.mcp_id)))
    .where(
      and(
        eq(employeeMcps.organization_id, ctx.organization.id),
        eq(employeeMcps.employee_id, teammate.id),
        eq(employeeMcps.mcp_id, mcp_id),
      ),
    )
  if (!row) throw noSuchConnector()
  return row.connector
}
