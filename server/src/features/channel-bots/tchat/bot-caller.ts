import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { ChannelBotRow } from '../table.ts'
import type { TchatCredentials } from './access-token.ts'
import type { TchatCaller } from './connector-call.ts'

const BotData = z.object({ tenant_id: z.string() })

/** The Microsoft directory in which the bot is registered. */
export const tenantIdOf = ({ platform_data }: ChannelBotRow): string => BotData.parse(platform_data).tenant_id

export const credentialsOf = (ctx: Context, bot: ChannelBotRow): TchatCredentials => ({
  tenant_id: tenantIdOf(bot),
  app_id: bot.bot_id,
  password: ctx.ports.cipher.decrypt(bot.token_sealed),
})

/** The bot as the one who calls Microsoft's services. */
export const callerOf = (ctx: Context, bot: ChannelBotRow, signal?: AbortSignal): TchatCaller => ({
  config: ctx.ports.config,
  credentials: credentialsOf(ctx, bot),
  now: ctx.now(),
  signal,
})
