import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { bearerToken, noValidToken, tokenCaller } from '#platform/http/token-caller.ts'
import { idOrNothing } from '#platform/id.ts'
import { employeeMcps, mcps } from '../connectors/table.ts'
import { oauthIntegrations, oauthToolsets } from '../integrations/table.ts'
import { requireActive } from '../organizations/access.ts'
import { memberships, organizations } from '../organizations/table.ts'
import { storageShares } from '../storage/table.ts'
import { visibleTeammates } from '../teammates/access.ts'
import { aiEmployees } from '../teammates/table.ts'
import { users } from '../users/table.ts'
import { workflows } from '../workflows/table.ts'
import type { HostedContext } from './context.ts'
import { hostedTokens } from './table.ts'

const viewer = { organization: { id: hostedTokens.organization_id }, user: { id: hostedTokens.user_id } }

/** `max`, because writing comes after reading in the alphabet too. */
const storage = sql<'read' | 'write' | null>`case when ${aiEmployees.is_system} then 'write' else (
  select max(${storageShares.permission}) from ${storageShares}
  where ${storageShares.organization_id} = ${aiEmployees.organization_id}
    and ${storageShares.employee_id} = ${aiEmployees.id}) end`

/**
 * By their ids, because a join with what the list unfolds to compares each workflow of the organization with each of the teammate.
 * Never the same again after a change, as `xmin` is not: a list that is made while something changes is kept under what was before.
 */
const workflow_versions = sql<string | null>`(
  select string_agg(concat_ws(':', ${workflows.id}, ${workflows}.xmin), ' ' order by ${workflows.id})
  from ${workflows}
  where ${workflows.organization_id} = ${aiEmployees.organization_id} and ${workflows.deleted_at} is null
    and ${workflows.id} = any (array(select jsonb_array_elements_text(${aiEmployees.workflow_ids})::uuid)))`

/** Never the same again, either. Of a connector its tools and its settings: how its server was found is noted again and again. */
const toolset_versions = sql<string | null>`(
  select string_agg(
    concat_ws(':', ${employeeMcps.id}, ${employeeMcps}.xmin, coalesce(${mcps.list_version}, 0), ${mcps.updated_at},
      coalesce(${oauthIntegrations}.xmin::text, ''), ${oauthToolsets.list_version}),
    ' ' order by ${employeeMcps.id})
  from ${employeeMcps}
  left join ${mcps} on ${mcps.organization_id} = ${employeeMcps.organization_id} and ${mcps.id} = ${employeeMcps.mcp_id}
  left join ${oauthIntegrations} on ${oauthIntegrations.organization_id} = ${employeeMcps.organization_id}
    and ${oauthIntegrations.employee_id} = ${employeeMcps.employee_id}
    and ${oauthIntegrations.service} = 'idp' || right(coalesce(${employeeMcps.oauth_mcp}, ${mcps.oauth_mcp}), 1)
  left join ${oauthToolsets} on ${oauthToolsets.organization_id} = ${employeeMcps.organization_id}
    and ${oauthToolsets.employee_id} = ${employeeMcps.employee_id}
    and ${oauthToolsets.oauth_mcp} = coalesce(${employeeMcps.oauth_mcp}, ${mcps.oauth_mcp})
  where ${employeeMcps.organization_id} = ${aiEmployees.organization_id} and ${employeeMcps.employee_id} = ${aiEmployees.id})`

const isMember = and(
  eq(memberships.organization_id, hostedTokens.organization_id),
  eq(memberships.user_id, hostedTokens.user_id),
  isNull(memberships.removed_at),
)
const seesTeammate = and(
  eq(aiEmployees.id, hostedTokens.employee_id),
  or(
    and(ne(memberships.role, 'member'), visibleTeammates({ ...viewer, role: 'admin' })),
    visibleTeammates({ ...viewer, role: 'member' }),
  ),
)

/** Changes with every change of these rows, because no two changes are written by one transaction and seen apart. */
const rows_version = sql<string>`(${organizations}.xmin, ${users}.xmin, ${aiEmployees}.xmin)::text`

/** A token is worth what its person may do now: anyone who left, or does not see the teammate any more, calls nothing. */
const byHash = defineSharedRead((db) =>
  db
    .select({
      id: hostedTokens.id,
      last_used_at: hostedTokens.last_used_at,
      rows_version,
      storage,
      workflow_versions,
      toolset_versions,
    })
    .from(hostedTokens)
    .innerJoin(organizations, eq(organizations.id, hostedTokens.organization_id))
    .innerJoin(users, eq(users.id, hostedTokens.user_id))
    .innerJoin(memberships, isMember)
    .innerJoin(aiEmployees, seesTeammate)
    .where(eq(hostedTokens.token_hash, sql.placeholder('hash')))
    .prepare('find_hosted_token'),
)

/** The organization, user and teammate of a token, in one round trip, because every call of a tool needs them. */
const rowsOf = defineSharedRead((db) =>
  db
    .select({ rows_version, organization: organizations, user: users, teammate: aiEmployees })
    .from(hostedTokens)
    .innerJoin(organizations, eq(organizations.id, hostedTokens.organization_id))
    .innerJoin(users, eq(users.id, hostedTokens.user_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, hostedTokens.employee_id))
    .where(eq(hostedTokens.id, sql.placeholder('id')))
    .prepare('read_rows_of_hosted_token'),
)
type Rows = Awaited<ReturnType<typeof rowsOf>>[number]

/** The rows as they were read last; each request asks whether they are still the same. */
const kept = new LRUCache<string, Rows>({ maxSize: 16_000_000, sizeCalculation: (rows) => JSON.stringify(rows).length })

async function readRows({ db }: Context, { id, rows_version }: { id: string; rows_version: string }) {
  const known = kept.get(id)
  if (known?.rows_version === rows_version) return known
  const [rows] = await rowsOf(db, { id })
  if (rows) kept.set(id, rows)
  return rows
}

/** The same of a token that was recognized before, and nothing besides. */
const byId = defineSharedRead((db) =>
  db
    .select({ status: organizations.status })
    .from(hostedTokens)
    .innerJoin(organizations, eq(organizations.id, hostedTokens.organization_id))
    .innerJoin(memberships, isMember)
    .innerJoin(aiEmployees, seesTeammate)
    .where(eq(hostedTokens.id, sql.placeholder('id')))
    .prepare('judge_hosted_token'),
)

/** In the header `api-key`, or as a bearer. */
export function sentToken(request: FastifyRequest): string | null {
  const { 'api-key': raw } = request.headers
  return typeof raw === 'string' && raw !== '' ? raw : bearerToken(request)
}

export const hostedToken = tokenCaller<HostedContext>({
  read: sentToken,
  async find(ctx: Context, hash) {
    const [found] = await byHash(ctx.db, { hash })
    const rows = found && (await readRows(ctx, found))
    if (!rows) return null
    const { organization, user, teammate } = rows
    const { id: token_id, last_used_at, rows_version: _, ...versions } = found
    const known = { organization, user, teammate, ...versions, token_id, recognized_at: ctx.now() }
    return { ctx: extendContext(ctx, known), expires_at: null, last_used_at }
  },
  check: ({ organization }) => requireActive(organization),
  async markUsed(ctx, now) {
    await ctx.db.update(hostedTokens).set({ last_used_at: now }).where(eq(hostedTokens.id, ctx.token_id))
  },
})

/** Refuses as a new request would be; for work that continues after its token was recognized, which may take minutes. */
export const requireStillAllowed = (ctx: HostedContext): Promise<void> => requireToken(ctx, ctx.token_id)

export async function requireToken({ db }: Context, token_id: string): Promise<void> {
  const [organization] = await byId(db, { id: idOrNothing(token_id) })
  if (!organization) throw noValidToken()
  requireActive(organization)
}

const LATE_MS = 1000

/** A body may come long after its headers, by which the token was recognized. */
export async function requireRecent(ctx: HostedContext): Promise<void> {
  if (ctx.now().getTime() - ctx.recognized_at.getTime() > LATE_MS) await requireStillAllowed(ctx)
}
