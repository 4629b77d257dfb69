import { and, eq } from 'drizzle-orm'
import type { OrgContext } from '../../organizations/context.ts'
import { findConnection, isConnectionOf } from '../access.ts'
import { isCheckDue, isColumnDue } from '../bots/is-check-due.ts'
import { MAX_SHOWN_AGE_MS } from '../bots/show-bot.ts'
import { type ChannelConnectionRow, organizationChannelConnections } from '../table.ts'
import { checkConnection } from './check-connections.ts'

/** The connection, for someone who looks at it: Slack is asked meanwhile, and an event brings what has changed. */
export async function showConnection(ctx: OrgContext): Promise<ChannelConnectionRow | null> {
  const connection = await findConnection(ctx)
  if (connection?.status === 'active')
    checkShown(ctx, connection).catch((error) => ctx.log.error({ err: error }, 'a connection could not be checked'))
  return connection
}

/** Once where several look at the same moment. */
async function checkShown(ctx: OrgContext, { checked_at }: ChannelConnectionRow): Promise<void> {
  const now = ctx.now()
  const time = { now, maxAgeMs: MAX_SHOWN_AGE_MS }
  if (checked_at && !isCheckDue(checked_at, time)) return
  const { status, checked_at: checkedAt } = organizationChannelConnections
  const isDue = and(isConnectionOf(ctx), eq(status, 'active'), isColumnDue(checkedAt, time))
  const [due] = await ctx.db.update(organizationChannelConnections).set({ checked_at: now }).where(isDue).returning()
  if (due) await checkConnection(ctx, due)
}
