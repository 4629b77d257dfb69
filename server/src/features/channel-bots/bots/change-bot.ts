import { AppError } from '#platform/error.ts'
import type { TeammateContext } from '../../teammates/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { botDisconnected, botUpdated } from '../audit-actions.ts'
import { type ChannelBotRow, channelBots } from '../table.ts'
import { platformOf } from './define-platform.ts'
import { enableWaitingChats } from './enable-waiting-chats.ts'
import { type BotChannel, findBot, isBotOf } from './find-bot.ts'
import { updateBot } from './update-bot.ts'

const subjectOf = ({ id, name }: TeammateRow) => ({ type: 'teammate', id, name })

export const notConnected = () => new AppError('conflict', 'No bot is connected', { code: 'BOT_NOT_CONNECTED' })

export async function requireBot(ctx: TeammateContext, channel: BotChannel): Promise<ChannelBotRow> {
  const row = await findBot(ctx, ctx.teammate.id, channel)
  if (!row) throw notConnected()
  return row
}

/** Decides whether private chats are enabled by themselves: from now on, and those that wait already. */
export async function changeAccess(
  ctx: TeammateContext,
  channel: BotChannel,
  { enables_private_chats }: Pick<ChannelBotRow, 'enables_private_chats'>,
): Promise<ChannelBotRow> {
  const { teammate } = ctx
  const before = await requireBot(ctx, channel)
  const isSame = before.enables_private_chats === enables_private_chats
  if (isSame && before.is_access_decided) return before
  return ctx.transaction(async (ctx) => {
    const row = await updateBot(ctx, teammate, before, { enables_private_chats, is_access_decided: true })
    if (!row) throw notConnected()
    if (enables_private_chats) await enableWaitingChats(ctx, channel)
    if (isSame) return row
    const subject = subjectOf(teammate)
    const { enables_private_chats: former } = before
    await ctx.record(botUpdated, {
      subject,
      before: { enables_private_chats: former },
      after: { enables_private_chats },
    })
    return row
  })
}

/** Forgets the bot here; answers with what it was. Its chats are known when it comes back. */
export function removeBot(ctx: TeammateContext, channel: BotChannel): Promise<ChannelBotRow | null> {
  const { teammate } = ctx
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db.delete(channelBots).where(isBotOf(teammate.id, channel)).returning()
    if (!row) return null
    await platformOf(channel).announceBot(ctx, teammate, null)
    await ctx.record(botDisconnected, { subject: subjectOf(teammate), before: { channel, username: row.username } })
    return row
  })
}
