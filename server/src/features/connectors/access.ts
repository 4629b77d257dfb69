import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { OauthEntry } from '#contracts/connector-names.ts'
import { omit } from '#contracts/omit.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type ConnectorRow, employeeMcps, mcps } from './table.ts'

export const noSuchConnector = () => new AppError('not_found', 'Connector not found')

export const changedMeanwhile = () =>
  new AppError('conflict', 'Another person has changed the connector in the meantime', { code: 'CONNECTOR_CHANGED' })

export const noSuchTool = () => new AppError('not_found', 'The connector no longer has this tool')

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

const columnsToCall = omit(getTableColumns(mcps), 'tools')

/**
 * A connector that is assigned to a teammate, without its list of tools, which may be large and which no call needs.
 */
const toCall = defineSharedRead((db) =>
  db
    .select(columnsToCall)
    .from(employeeMcps)
    .innerJoin(mcps, and(eq(mcps.organization_id, employeeMcps.organization_id), eq(mcps.id, employeeMcps.mcp_id)))
    .where(
      and(
        eq(employeeMcps.organization_id, sql.placeholder('organization_id')),
        eq(employeeMcps.employee_id, sql.placeholder('employee_id')),
        eq(employeeMcps.mcp_id, sql.placeholder('mcp_id')),
      ),
    )
    .prepare('find_connector_to_call'),
)

export type ConnectorToCall = Omit<ConnectorRow, 'tools'>

/** The same without its list of tools, which may be long: for each call of one of them. */
export async function findAssignedToCall(
  ctx: OrgContext,
  { id: employee_id }: { id: string },
  mcp_id: string,
): Promise<ConnectorToCall> {
  const [row] = await toCall(ctx.db, { organization_id: ctx.organization.id, employee_id, mcp_id })
  if (!row) throw noSuchConnector()
  return row
}

/** Refused where the teammate may not use the toolset now, be it predefined or a connector of that entry. */
export async function requireToolset(
  ctx: OrgContext,
  teammate: { id: string },
  { mcp_id, oauth_mcp }: { mcp_id: string | null; oauth_mcp: OauthEntry },
): Promise<void> {
  if (mcp_id !== null) {
    if ((await findAssignedToCall(ctx, teammate, mcp_id)).oauth_mcp !== oauth_mcp) throw noSuchConnector()
    return
  }
  const [row] = await ctx.db
    .select({ id: employeeMcps.id })
    .from(employeeMcps)
    .where(
      and(
        eq(employeeMcps.organization_id, ctx.organization.id),
        eq(employeeMcps.employee_id, teammate.id),
        eq(employeeMcps.oauth_mcp, oauth_mcp),
      ),
    )
  if (!row) throw noSuchConnector()
}
