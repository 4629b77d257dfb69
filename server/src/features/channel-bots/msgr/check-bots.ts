import { and, eq, isNull, sql } from 'drizzle-orm'
import { differing } from '#platform/act.ts'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { organizations } from '../../organizations/table.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { identityOf } from './connect-bot.ts'
import { getMe, getWebhookInfo, type MsgrWebhookInfo } from './msgr-api.ts'
import { isUnauthorized } from './msgr-refusals.ts'
import { updateBot } from './update-bot.ts'
import { webhookUrl } from './webhook-url.ts'

const EVERY_SECONDS = 3600
const BATCH = 20

/** Asks the platform about each bot once an hour, so that one that hears nothing any more does not look as if it did. */
export async function checkBots(ctx: Context): Promise<void> {
  for (;;) {
    const due = await takeDue(ctx)
    await Promise.all(
      due.map(({ bot, organization, teammate }) => {
        const here = widen(ctx, { organization, teammate })
        return checkBot(here, bot).catch((error) => here.log.error({ err: error }, 'a bot could not be checked'))
      }),
    )
    if (due.length < BATCH) return
  }
}

async function takeDue(ctx: Context) {
  const now = ctx.now().toISOString()
  const { rows } = await ctx.db.execute<{ employee_id: string }>(sql`
    update ${channelBots} set checked_at = ${now}::timestamptz
    where (employee_id, channel) in (
      select employee_id, channel from ${channelBots}
      where status = 'active' and channel = 'msgr'
        and checked_at <= ${now}::timestamptz - make_interval(secs => ${EVERY_SECONDS})
      order by checked_at limit ${BATCH} for update skip locked)
    returning employee_id`)
  if (rows.length === 0) return []
  return ctx.db
    .select({ bot: channelBots, organization: organizations, teammate: aiEmployees })
    .from(channelBots)
    .innerJoin(organizations, eq(organizations.id, channelBots.organization_id))
    .innerJoin(aiEmployees, eq(aiEmployees.id, channelBots.employee_id))
    .where(
      and(
        eq(channelBots.channel, 'msgr'),
        sql`${channelBots.employee_id} in ${rows.map(({ employee_id }) => employee_id)}`,
        isNull(aiEmployees.deleted_at),
      ),
    )
}

async function checkBot(ctx: TeammateWork, bot: ChannelBotRow): Promise<void> {
  const { config, cipher } = ctx.ports
  const token = cipher.decrypt(bot.token_sealed)
  const identity = await getMe(config, token)
  if (isUnauthorized(identity)) {
    await updateBot(ctx, ctx.teammate, bot, { status: 'invalid' })
    return
  }
  const webhook = await getWebhookInfo(config, token)
  // A bot may be renamed, and given what is said in its groups, wherever it was made.
  const { bot_id, username, name, reads_groups, webhook_problem, webhook_error } = bot
  const known = { bot_id, username, name, reads_groups, webhook_problem, webhook_error }
  const changes = differing(known, {
    ...known,
    ...(identity.outcome === 'granted' && identityOf(identity.value)),
    ...(webhook.outcome === 'granted' && problemOf(webhook.value, webhookUrl(config, bot.employee_id))),
  })
  if (changes) await updateBot(ctx, ctx.teammate, bot, changes.after)
}

function problemOf({ url, pending_update_count, last_error_message }: MsgrWebhookInfo, ours: string) {
  // An error that is over has left nothing waiting.
  const failing = pending_update_count > 0 && last_error_message !== undefined
  const webhook_problem = url === '' ? 'not_set' : url !== ours ? 'elsewhere' : failing ? 'failing' : null
  return {
    webhook_problem,
    webhook_error: webhook_problem === 'failing' ? (last_error_message ?? null) : null,
  } as const
}
