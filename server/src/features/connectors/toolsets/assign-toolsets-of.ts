import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { OAUTH_ENTRIES, type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import type { IdentityProvider } from '#contracts/parties.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import { connectorsOf } from '../access.ts'
import { assignmentsChanged } from '../events.ts'
import { employeeMcps, mcps } from '../table.ts'
import { assignedTo, lockAssignments, MAX_ASSIGNED } from './assign-connector.ts'
import { readAssigned } from './read-assigned.ts'

const entriesOf = (service: IdentityProvider): OauthEntry[] =>
  OAUTH_ENTRIES.filter((entry) => serviceOf(entry) === service)

/**
 * Assigns every connector of a provider, in the caller's transaction, and each predefined entry for which the organization has
 * none. What is assigned already stays as it is (contract, "States and transitions").
 */
export async function assignToolsetsOf(ctx: TeammateWork, service: IdentityProvider): Promise<void> {
  const { organization, teammate } = ctx
  await lockAssignments(ctx)
  const assigned = await readAssigned(ctx, teammate)
  const entries = entriesOf(service)
  const connectors = await connectorsOfEntries(ctx, entries)
  const missing = connectors.filter(({ id }) => !assigned.some(({ mcp_id }) => mcp_id === id))
  const others = entries.filter((entry) => ![...assigned, ...connectors].some(({ oauth_mcp }) => oauth_mcp === entry))
  const wanted = [...missing.map(({ id }) => ({ mcp_id: id })), ...others.map((oauth_mcp) => ({ oauth_mcp }))].slice(
    0,
    Math.max(0, MAX_ASSIGNED - assigned.length),
  )
  if (wanted.length === 0) return
  const of = { organization_id: organization.id, employee_id: teammate.id, created_at: ctx.now() }
  await ctx.db.insert(employeeMcps).values(wanted.map((one) => ({ ...of, ...one })))
  await ctx.emit(assignmentsChanged, { organization_id: organization.id, employee_id: teammate.id }, teammate)
}

/** Unassigns all of them, in the caller's transaction. */
export async function unassignToolsetsOf(ctx: TeammateWork, service: IdentityProvider): Promise<void> {
  const { organization, teammate } = ctx
  await lockAssignments(ctx)
  const entries = entriesOf(service)
  const connectors = await connectorsOfEntries(ctx, entries)
  const removed = await ctx.db
    .delete(employeeMcps)
    .where(
      and(
        assignedTo(ctx),
        or(
          inArray(employeeMcps.oauth_mcp, entries),
          inArray(
            employeeMcps.mcp_id,
            connectors.map(({ id }) => id),
          ),
        ),
      ),
    )
    .returning({ id: employeeMcps.id })
  if (removed.length === 0) return
  await ctx.emit(assignmentsChanged, { organization_id: organization.id, employee_id: teammate.id }, teammate)
}

const connectorsOfEntries = (ctx: TeammateWork, entries: OauthEntry[]) =>
  ctx.db
    .select({ id: mcps.id, oauth_mcp: mcps.oauth_mcp })
    .from(mcps)
    .where(and(connectorsOf(ctx), eq(mcps.type, 'oauth'), inArray(mcps.oauth_mcp, entries)))
    .orderBy(asc(mcps.name))
