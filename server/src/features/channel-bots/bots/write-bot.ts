import { and, eq, isNotNull } from 'drizzle-orm'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { botConnected } from '../audit-actions.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { platformOf } from './define-platform.ts'
import { isBotOf } from './find-bot.ts'

/** Makes a bot the teammate's, in place of one that it has. Refused with 409 where another teammate has it. */
export function writeBot(ctx: TeammateContext, row: ChannelBotRow): Promise<void> {
  return ctx.transaction(async (ctx) => {
    await releaseFromDeleted(ctx, row)
    try {
      await ctx.db
        .insert(channelBots)
        .values(row)
        .onConflictDoUpdate({ target: [channelBots.employee_id, channelBots.channel], set: row })
    } catch (error) {
      if (!violates(error, 'a_bot_speaks_for_one_teammate')) throw error
      throw new AppError('conflict', 'Another teammate has this bot', { code: 'BOT_CONNECTED_ELSEWHERE' })
    }
  })
}

/** A bot of a teammate that was deleted is free for another one. */
async function releaseFromDeleted(ctx: TeammateContext, { channel, bot_id }: ChannelBotRow): Promise<void> {
  const [held] = await ctx.db
    .select({ employee_id: channelBots.employee_id })
    .from(channelBots)
    .innerJoin(aiEmployees, eq(aiEmployees.id, channelBots.employee_id))
    .where(and(eq(channelBots.channel, channel), eq(channelBots.bot_id, bot_id), isNotNull(aiEmployees.deleted_at)))
  if (held) await ctx.db.delete(channelBots).where(isBotOf(held.employee_id, channel))
}

/** As it was before, unless someone has connected another bot meanwhile. */
export function restoreBot(ctx: TeammateContext, row: ChannelBotRow, before: ChannelBotRow | null): Promise<void> {
  const isOurs = and(
    isBotOf(row.employee_id, row.channel),
    eq(channelBots.webhook_secret_sealed, row.webhook_secret_sealed),
  )
  return ctx.transaction(async (ctx) => {
    if (before) await ctx.db.update(channelBots).set(before).where(isOurs)
    else await ctx.db.delete(channelBots).where(isOurs)
  })
}

/**
 * Tells of a bot that was connected, and records who did it. Answers with the one that is connected in the end: someone may
 * have connected another one meanwhile, or disconnected it.
 */
export function recordConnected(
  ctx: TeammateContext,
  row: ChannelBotRow,
  before: ChannelBotRow | null,
): Promise<ChannelBotRow | null> {
  const { teammate } = ctx
  const { channel } = row
  return ctx.transaction(async (ctx) => {
    const [current = null] = await ctx.db.select().from(channelBots).where(isBotOf(teammate.id, channel)).for('update')
    await platformOf(channel).announceBot(ctx, teammate, current)
    const subject = { type: 'teammate', id: teammate.id, name: teammate.name }
    const after = { channel, username: row.username }
    await ctx.record(botConnected, { subject, after, ...(before && { before: { username: before.username } }) })
    return current
  })
}
