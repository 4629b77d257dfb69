import type { TeammateContext } from '../../teammates/context.ts'
import type { ChannelBotRow } from '../table.ts'
import { checkBot } from './check-bots.ts'
import { type BotChannel, findBot } from './find-bot.ts'

/** How old a check may be when someone looks at what was checked. */
export const MAX_SHOWN_AGE_MS = 60_000

/** The teammate's bot, for someone who looks at it: the platform is asked meanwhile, and an event brings what has changed. */
export async function showBot(ctx: TeammateContext, channel: BotChannel): Promise<ChannelBotRow | null> {
  const bot = await findBot(ctx, ctx.teammate.id, channel)
  if (bot)
    checkBot(ctx, bot, MAX_SHOWN_AGE_MS).catch((error) =>
      ctx.log.error({ err: error, channel }, 'a bot could not be checked'),
    )
  return bot
}
