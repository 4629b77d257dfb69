import { and, eq, isNull, sql } from 'drizzle-orm'
import { type OauthEntry, serviceOf } from '#contracts/connector-names.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { toJson } from '#platform/db/columns.ts'
import { AppError } from '#platform/error.ts'
import { whyFailed } from '../../connectors/calls/why-failed.ts'
import { connectorFailed, listClock } from '../../connectors/lists/list-tools.ts'
import { tokensOf } from '../../connectors/lists/tokens-of.ts'
import { listRemote } from '../../connectors/remote-tools.ts'
import type { StoredTool } from '../../connectors/remote-types.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { maskSecrets, noMask } from '../../variables/mask-secrets.ts'
import { lockIntegration } from '../access.ts'
import type { AccountRef } from '../accounts/refresh-tokens.ts'
import { withToken } from '../accounts/with-token.ts'
import { integrationChanged } from '../events.ts'
import { oauthToolsets, type ToolsetRow } from '../table.ts'
import { remoteOf, serverOf } from './entry-server.ts'

type Teammate = AccountRef['teammate']
type Listed = Partial<Omit<ToolsetRow, 'list_version'>>

/** Lists the tools of the server at this address with the teammate's account and keeps them, or why that failed; refused with the latter. */
export async function listEntryTools(
  ctx: OrgContext,
  { teammate, entry, url }: { teammate: Teammate; entry: OauthEntry; url: string },
): Promise<StoredTool[]> {
  const clock = listClock(ctx)
  const of = { teammate, service: serviceOf(entry) }
  let mask = noMask()
  const now = ctx.now()
  try {
    const { tools: listed, protocol } = await withToken(ctx, of, (token) => {
      mask = maskSecrets([token])
      return listRemote(ctx, remoteOf(url, token, null), clock.signal)
    })
    const tools = await mask(listed)
    const counted = { tool_count: tools.length, token_count: tokensOf(tools) }
    await keep(ctx, of, entry, { tools, protocol, ...counted, listed_at: now, last_error: null, last_error_at: null })
    return tools
  } catch (error) {
    const last_error = await mask(whyFailed(error, clock.signal))
    // The tools of the last good list stay: what fails now may work at the next call.
    await keep(ctx, of, entry, { last_error, last_error_at: now })
    throw connectorFailed(last_error)
  } finally {
    clock.stop()
  }
}

/** Nothing is kept of an account that was disconnected meanwhile. */
async function keep(
  ctx: OrgContext,
  { teammate, service }: AccountRef,
  entry: OauthEntry,
  listed: Listed,
): Promise<void> {
  const key = { organization_id: ctx.organization.id, employee_id: teammate.id, service, oauth_mcp: entry }
  const { tools } = listed
  await ctx.transaction(async (ctx) => {
    if (!(await lockIntegration(ctx, teammate, service))) return
    await ctx.db
      .insert(oauthToolsets)
      .values({ ...key, ...listed, list_version: 1 })
      .onConflictDoUpdate({
        target: [oauthToolsets.organization_id, oauthToolsets.employee_id, oauthToolsets.oauth_mcp],
        set: {
          ...listed,
          ...(tools && {
            list_version: sql`${oauthToolsets.list_version} + (${oauthToolsets.tools} is distinct from ${toJson(tools)}::jsonb)::int`,
          }),
        },
      })
    await ctx.emit(
      integrationChanged,
      { organization_id: key.organization_id, employee_id: teammate.id, service },
      teammate,
    )
  })
}

/** What fails is kept with the list; nobody waits for it here. Nothing is sent for a teammate in the trash or an inactive organization. */
export async function listEntryAgain(
  ctx: Context,
  { organization_id, employee_id, oauth_mcp }: { organization_id: string; employee_id: string; oauth_mcp: OauthEntry },
): Promise<void> {
  const url = serverOf(ctx.ports.config, oauth_mcp)
  const [found] = await ctx.db
    .select({ organization: organizations, teammate: aiEmployees })
    .from(aiEmployees)
    .innerJoin(organizations, eq(organizations.id, aiEmployees.organization_id))
    .where(
      and(
        eq(aiEmployees.organization_id, organization_id),
        eq(aiEmployees.id, employee_id),
        isNull(aiEmployees.deleted_at),
        eq(organizations.status, 'active'),
      ),
    )
  if (!found || url === null) return
  try {
    const { organization, teammate } = found
    await listEntryTools(extendContext(ctx, { organization }), { teammate, entry: oauth_mcp, url })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
