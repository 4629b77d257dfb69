import type { ChannelChatChanged } from '#contracts/msgr-bots.ts'
import type { EventType } from '#platform/event.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { BotContext } from '../context.ts'
import type { ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import type { BotChannel } from './find-bot.ts'

/** What sets the bots of one chat platform apart from those of others. */
export type BotPlatform = {
  readonly channel: BotChannel
  /** The names under which those who see the teammate hear of its chats. */
  readonly events: {
    readonly chatCreated: EventType<ChannelChatChanged, TeammateRow>
    readonly chatUpdated: EventType<ChannelChatChanged, TeammateRow>
  }
  /** Makes a message of what was said together; answers with its id, or null where nothing came of it. */
  readonly take: (ctx: BotContext, chat: ChannelChatRow, updates: readonly ChannelUpdateRow[]) => Promise<string | null>
}

const platforms = new Map<BotChannel, BotPlatform>()

export function definePlatform(platform: BotPlatform): BotPlatform {
  platforms.set(platform.channel, platform)
  return platform
}

export function platformOf(channel: BotChannel): BotPlatform {
  const platform = platforms.get(channel)
  if (!platform) throw new Error(`This server has no bots of ${channel}`)
  return platform
}
