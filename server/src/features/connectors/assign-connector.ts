import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { AssignConnector, ConnectorChoice } from '#contracts/connectors.ts'
import type { ActType } from '#platform/act.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { subjectOf } from '../teammates/subject-of.ts'
import { findConnector, tooManyConnectors } from './access.ts'
import { connectorAssigned, connectorUnassigned } from './acts.ts'
import { assignmentsChanged } from './events.ts'
import { employeeMcps } from './table.ts'

/** Each brings tools into every call to a model. */
const MOST_ASSIGNED = 50

export function assignConnector(ctx: TeammateContext, choice: AssignConnector): Promise<void> {
  const { teammate, organization } = ctx
  return ctx.transaction(async (ctx) => {
    // Those that are assigned at once are counted one after the other.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`assignments ${teammate.id}`}, 0))`)
    const name = choice.mcp_id ? (await findConnector(ctx, choice.mcp_id)).name : choice.oauth_mcp
    const { mcp_id = null, oauth_mcp = null, ask } = choice
    const changed = ask && (await ctx.db.update(employeeMcps).set({ ask }).where(isChoice(ctx, choice)).returning())
    if (changed && changed.length > 0) return await tell(ctx, connectorAssigned, name, ask)
    const [has] = await ctx.db.select({ assigned: count() }).from(employeeMcps).where(assignedTo(ctx))
    if (has && has.assigned >= MOST_ASSIGNED) {
      throw tooManyConnectors(`A teammate has ${MOST_ASSIGNED} connectors at most`)
    }
    const of = { organization_id: organization.id, employee_id: teammate.id }
    const added = await ctx.db
      .insert(employeeMcps)
      .values({ ...of, mcp_id, oauth_mcp, ask: ask ?? [], created_at: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: employeeMcps.id })
    if (added.length > 0) await tell(ctx, connectorAssigned, name, ask)
  })
}

export function unassignConnector(ctx: TeammateContext, choice: ConnectorChoice): Promise<void> {
  const { mcp_id, oauth_mcp } = choice
  return ctx.transaction(async (ctx) => {
    const name = mcp_id ? (await findConnector(ctx, mcp_id)).name : oauth_mcp
    const removed = await ctx.db.delete(employeeMcps).where(isChoice(ctx, choice)).returning({ id: employeeMcps.id })
    if (removed.length > 0) await tell(ctx, connectorUnassigned, name)
  })
}

const assignedTo = ({ organization, teammate }: TeammateContext) =>
  and(eq(employeeMcps.organization_id, organization.id), eq(employeeMcps.employee_id, teammate.id))

const isChoice = (ctx: TeammateContext, { mcp_id, oauth_mcp }: ConnectorChoice) =>
  and(
    assignedTo(ctx),
    mcp_id ? eq(employeeMcps.mcp_id, mcp_id) : isNull(employeeMcps.mcp_id),
    oauth_mcp ? eq(employeeMcps.oauth_mcp, oauth_mcp) : isNull(employeeMcps.oauth_mcp),
  )

/** What people do to their own assistants is nobody else's business. */
async function tell(
  ctx: TeammateContext,
  act: ActType,
  connector: string | undefined,
  ask?: string[] | undefined,
): Promise<void> {
  const { organization, teammate } = ctx
  if (teammate.owned_by_user_id === null)
    await ctx.record(act, { subject: subjectOf(teammate), after: { connector, ...(ask && { ask }) } })
  await ctx.emit(assignmentsChanged, { organization_id: organization.id, employee_id: teammate.id }, teammate)
}
