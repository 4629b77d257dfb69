import { and, eq, inArray, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { organizations } from '../../organizations/table.ts'
import { lockConnection } from '../access.ts'
import { isColumnDue } from '../bots/is-check-due.ts'
import { changeConnection } from '../change-connection.ts'
import { type ChannelConnectionRow, organizationChannelConnections } from '../table.ts'
import { isDeadToken, testToken } from './slack-api.ts'

const CHECK_INTERVAL_MS = 3_600_000
const BATCH_SIZE = 20

/** Asks the platform about each active connection once an hour, so that one that it has ended shows as invalid. */
export async function checkAllConnections(ctx: Context): Promise<void> {
  for (;;) {
    const due = await claimDue(ctx)
    await Promise.all(
      due.map(({ connection, organization }) => {
        const orgCtx = extendContext(ctx, { organization })
        return checkConnection(orgCtx, connection).catch((error) => orgCtx.log.error({ err: error }, 'a check failed'))
      }),
    )
    if (due.length < BATCH_SIZE) return
  }
}

/**
 * Connections that are due, marked as checked in the statement that finds them, so that two processes never check the same.
 */
async function claimDue(ctx: Context) {
  const now = ctx.now()
  const { checked_at } = organizationChannelConnections
  const { rows } = await ctx.db.execute<{ organization_id: string }>(sql`
    update ${organizationChannelConnections} set checked_at = ${now.toISOString()}::timestamptz
    where (organization_id, channel) in (
      select organization_id, channel from ${organizationChannelConnections}
      where status = 'active' and (${isColumnDue(checked_at, { now, maxAgeMs: CHECK_INTERVAL_MS })})
      order by checked_at limit ${BATCH_SIZE} for update skip locked)
    returning organization_id`)
  if (rows.length === 0) return []
  const ids = rows.map(({ organization_id }) => organization_id)
  return ctx.db
    .select({ connection: organizationChannelConnections, organization: organizations })
    .from(organizationChannelConnections)
    .innerJoin(organizations, eq(organizations.id, organizationChannelConnections.organization_id))
    .where(and(inArray(organizationChannelConnections.organization_id, ids)))
}

export async function checkConnection(ctx: OrgContext, { bot_token_sealed }: ChannelConnectionRow): Promise<void> {
  if (!bot_token_sealed) return
  const { cipher, config } = ctx.ports
  const answer = await testToken(config, cipher.decrypt(bot_token_sealed))
  if (isDeadToken(answer)) await invalidateConnection(ctx, bot_token_sealed)
}

/** The token is kept out of use until someone connects again; one that was replaced meanwhile is not meant. */
export function invalidateConnection(ctx: OrgContext, bot_token_sealed: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConnection(ctx)
    if (before.status !== 'active' || before.bot_token_sealed !== bot_token_sealed) return
    await changeConnection(ctx, before, null, { status: 'invalid' })
  })
}
