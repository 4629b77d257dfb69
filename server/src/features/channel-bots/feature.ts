import type { Feature } from '#platform/feature.ts'
import { defineBotId } from '../teammates/bot-id.ts'
import { findBot } from './bots/find-bot.ts'
import './msgr/platform.ts'
import './wchat/platform.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import './tchat/platform.ts'

defineBotId(async (ctx, { id }) => (await findBot(ctx, id, 'msgr'))?.bot_id ?? null)

/** Telegram (`msgr`), Slack (`wchat`) and Microsoft Teams (`tchat`), and what their bots share (docs/channels.md). */
export const channelBotsFeature: Feature = {
  name: 'channel-bots',
  about: 'Chat platforms that an organization is connected to, and bots by which its teammates answer there',
  routes,
  reactions,
}
