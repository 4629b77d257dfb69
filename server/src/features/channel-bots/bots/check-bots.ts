import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { organizations } from '../../organizations/table.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { platformOf } from './define-platform.ts'
import { isBotOf } from './find-bot.ts'
import { isCheckDue, isColumnDue } from './is-check-due.ts'

const CHECK_INTERVAL_MS = 3_600_000
const BATCH_SIZE = 20

/**
 * Asks each platform about each of its bots once an hour, so that a bot that no longer receives messages is shown as
 * broken.
 */
export async function checkBots(ctx: Context): Promise<void> {
  for (;;) {
    const due = await findDue(ctx)
    await Promise.all(
      due.map(async ({ bot, organization, teammate }) => {
        const teammateCtx = extendContext(ctx, { organization, teammate })
        try {
          await platformOf(bot.channel).check?.(teammateCtx, bot)
        } catch (error) {
          teammateCtx.log.error({ err: error }, 'a bot could not be checked')
        }
      }),
    )
    if (due.length < BATCH_SIZE) return
  }
}

/** Asks a platform about one bot, unless that was done lately; once where several ask for it at the same moment. */
export async function checkBot(ctx: TeammateWork, bot: ChannelBotRow, maxAgeMs: number): Promise<void> {
  const now = ctx.now()
  if (bot.status !== 'active' || !isCheckDue(bot.checked_at, { now, maxAgeMs })) return
  const [due] = await ctx.db
    .update(channelBots)
    .set({ checked_at: now })
    .where(and(isBotOf(bot.employee_id, bot.channel), isColumnDue(channelBots.checked_at, { now, maxAgeMs })))
    .returning()
  if (due) await platformOf(due.channel).check?.(ctx, due)
}

/**
 * Bots whose last check is an hour old, marked as checked in the statement that finds them, so that two processes never
 * check the same.
 */
async function findDue(ctx: Context) {
  const now = ctx.now()
  const { rows } = await ctx.db.execute<{ employee_id: string; channel: string }>(sql`
    update ${channelBots} set checked_at = ${now.toISOString()}::timestamptz
    where (employee_id, channel) in (
      select employee_id, channel from ${channelBots}
      where status = 'active' and (${isColumnDue(channelBots.checked_at, { now, maxAgeMs: CHECK_INTERVAL_MS })})
      order by checked_at limit ${BATCH_SIZE} for update skip locked)
    returning employee_id, channel`)
  if (rows.length === 0) return []
  const isDue = rows.map(({ employee_id, channel }) =>
    and(eq(channelBots.employee_id, employee_id), sql`${channelBots.channel} = ${channel}`),
  )
  return ctx.db
    .select({ bot: channelBots, organization: organizations, teammate: aiEmployees })
    .from(channelBots)
    .innerJoin(organizations, eq(organizations.id, channelBots.organization_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, channelBots.employee_id))
    .where(and(or(...isDue), isNull(aiEmployees.deleted_at)))
}
