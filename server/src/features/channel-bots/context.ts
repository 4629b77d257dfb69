import type { Context } from '#platform/context.ts'
import type { TeammateWork } from '../teammates/context.ts'
import type { ChannelBotRow } from './table.ts'

/** Work for a teammate's bot, without a signed-in user. */
export interface BotContext extends TeammateWork {
  readonly bot: ChannelBotRow
}

/** A request to a teammate's Events Request URL; `signed` is null for a challenge, which Slack sends even if there is no such bot. */
export interface WchatEventContext extends Context {
  readonly signed: BotContext | null
}

/** Work for a bot on Microsoft Teams. */
export interface TchatContext extends BotContext {
  /** The address of the sending service, which its token confirms. */
  readonly service_url: string
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** Telegram, by the secret that it was given with the address. */
    msgr_platform: BotContext
    /** Slack, by a signature with the secret of the teammate's app. */
    wchat_platform: WchatEventContext
    /** Microsoft Teams, by a token that Microsoft signed for the bot. */
    tchat_platform: TchatContext
    /** Slack, by a signature with the secret of the app of the whole server. */
    wchat_app: Context
  }
}
