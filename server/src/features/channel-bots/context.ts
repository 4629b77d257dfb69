import type { Context } from '#platform/context.ts'
import type { TeammateWork } from '../teammates/context.ts'
import type { ChannelBotRow } from './table.ts'

/** Work for a teammate's bot, which nobody signed in asked for. */
export interface BotContext extends TeammateWork {
  readonly bot: ChannelBotRow
}

/** A request to a teammate's Events Request URL; `signed` is null for a challenge, which Slack also sends to nobody's. */
export interface WchatEventContext extends Context {
  readonly signed: BotContext | null
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** Telegram, by the secret that it was given with the address. */
    msgr_platform: BotContext
    /** Slack, by a signature with the secret of the teammate's app. */
    wchat_platform: WchatEventContext
  }
}
