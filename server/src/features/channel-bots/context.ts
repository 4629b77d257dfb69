import type { TeammateWork } from '../teammates/context.ts'
import type { ChannelBotRow } from './table.ts'

/** Work for a teammate's bot, which nobody signed in asked for. */
export interface BotContext extends TeammateWork {
  readonly bot: ChannelBotRow
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** Telegram, by the secret that it was given with the address. */
    msgr_platform: BotContext
  }
}
