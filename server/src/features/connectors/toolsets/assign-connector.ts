import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OauthEntry } from '#contracts/connector-names.ts'
import type { AssignConnector, ConnectorChoice } from '#contracts/connectors.ts'
import type { AuditActionType } from '#platform/audit-action.ts'
import type { TeammateContext, TeammateWork } from '../../teammates/context.ts'
import { subjectOf } from '../../teammates/subject-of.ts'
import { findConnector, tooManyConnectors } from '../access.ts'
import { connectorAssigned, connectorUnassigned } from '../audit-actions.ts'
import { assignmentsChanged } from '../events.ts'
import { employeeMcps } from '../table.ts'
import { readAssigned } from './read-assigned.ts'

/** Each brings tools into every call to a model. */
export const MAX_ASSIGNED = 50

/** A connector replaces the predefined entry whose tools it has, with the same approvals. */
export function assignConnector(ctx: TeammateContext, choice: AssignConnector): Promise<void> {
  const { teammate, organization } = ctx
  const { mcp_id = null, ask } = choice
  return ctx.transaction(async (ctx) => {
    await lockAssignments(ctx)
    const connector = mcp_id === null ? null : await findConnector(ctx, mcp_id)
    const name = connector ? connector.name : choice.oauth_mcp
    const assigned = await readAssigned(ctx, teammate)
    const predefined = (entry: OauthEntry | null | undefined) =>
      entry ? assigned.find((one) => one.mcp_id === null && one.oauth_mcp === entry) : undefined
    const known = connector
      ? (assigned.find((one) => one.mcp_id === mcp_id) ?? predefined(connector.oauth_mcp))
      : predefined(choice.oauth_mcp)
    const values = { mcp_id, oauth_mcp: choice.oauth_mcp ?? null, ask: ask ?? known?.ask ?? [] }
    if (known) {
      const isAnother = known.mcp_id !== mcp_id
      if (!isAnother && !ask) return
      await ctx.db.update(employeeMcps).set(values).where(eq(employeeMcps.id, known.id))
      if (isAnother) await recordAuditAction(ctx, connectorUnassigned, known.name)
    } else {
      if (assigned.length >= MAX_ASSIGNED) throw tooManyConnectors(`A teammate has ${MAX_ASSIGNED} connectors at most`)
      const of = { organization_id: organization.id, employee_id: teammate.id, created_at: ctx.now() }
      await ctx.db.insert(employeeMcps).values({ ...of, ...values })
    }
    await recordAuditAction(ctx, connectorAssigned, name, ask)
  })
}

export function unassignConnector(ctx: TeammateContext, choice: ConnectorChoice): Promise<void> {
  const { mcp_id, oauth_mcp } = choice
  return ctx.transaction(async (ctx) => {
    await lockAssignments(ctx)
    const name = mcp_id ? (await findConnector(ctx, mcp_id)).name : oauth_mcp
    const removed = await ctx.db.delete(employeeMcps).where(isChoice(ctx, choice)).returning({ id: employeeMcps.id })
    if (removed.length > 0) await recordAuditAction(ctx, connectorUnassigned, name)
  })
}

/** A change of what is assigned reads it first, so that changes at the same time come one after the other. */
export async function lockAssignments({ db, teammate }: TeammateWork): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`assignments ${teammate.id}`}, 0))`)
}

export const assignedTo = ({ organization, teammate }: TeammateWork) =>
  and(eq(employeeMcps.organization_id, organization.id), eq(employeeMcps.employee_id, teammate.id))

const isChoice = (ctx: TeammateContext, { mcp_id, oauth_mcp }: ConnectorChoice) =>
  and(
    assignedTo(ctx),
    mcp_id ? eq(employeeMcps.mcp_id, mcp_id) : isNull(employeeMcps.mcp_id),
    oauth_mcp ? eq(employeeMcps.oauth_mcp, oauth_mcp) : isNull(employeeMcps.oauth_mcp),
  )

/** Changes of a personal assistant are not audited, because they concern its owner alone. */
async function recordAuditAction(
  ctx: TeammateContext,
  action: AuditActionType,
  connector: string | undefined,
  ask?: string[] | undefined,
): Promise<void> {
  const { organization, teammate } = ctx
  if (teammate.owned_by_user_id === null)
    await ctx.record(action, { subject: subjectOf(teammate), after: { connector, ...(ask && { ask }) } })
  await ctx.emit(assignmentsChanged, { organization_id: organization.id, employee_id: teammate.id }, teammate)
}
