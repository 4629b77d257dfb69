import type { ChannelChatChanged } from '#contracts/bot-chats.ts'
import type { EventType } from '#platform/event.ts'
import type { ChannelDefinition } from '../../conversations/define-channel.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateWork } from '../../teammates/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import type { BotContext } from '../context.ts'
import type { ChannelBotRow, ChannelChatRow, ChannelUpdateRow } from '../table.ts'
import type { BotChannel } from './find-bot.ts'
import type { Incoming, IncomingFile } from './incoming.ts'
import type { PlatformAnswer } from './platform-answer.ts'

export type Notice = {
  text: string
  /** The updates that it answers, at least one: it appears in their thread, where the platform has threads. */
  about: readonly ChannelUpdateRow[]
  /** It is about one of them, and not about the chat. */
  is_reply: boolean
}

/** What sets the bots of one chat platform apart from those of others; nothing outside its folder asks which one it is. */
export type BotPlatform = {
  readonly channel: BotChannel
  /** The conversations of its chats. */
  readonly definition: ChannelDefinition
  /** The names under which those who see the teammate hear of its chats. */
  readonly events: {
    readonly chatCreated: EventType<ChannelChatChanged, TeammateRow>
    readonly chatUpdated: EventType<ChannelChatChanged, TeammateRow>
  }
  /** Tells those who see the teammate about its bot; null: there is none any more. */
  readonly announceBot: (ctx: OrgContext, teammate: TeammateRow, bot: ChannelBotRow | null) => Promise<void>
  /** What stored updates of one person say, also asking the platform; null where nothing in them can be read. */
  readonly read: (ctx: BotContext, updates: readonly ChannelUpdateRow[]) => Incoming | null | Promise<Incoming | null>
  /** The bot of the organization's connection, as its teammate's; absent: there is no such connection. */
  readonly findOrganizationBot?: (ctx: TeammateWork) => Promise<ChannelBotRow | null>
  /** Whether someone is heard by a teammate that belongs to one person (rule 10). Absent: everyone is. */
  readonly acceptsSender?: (ctx: BotContext, sender_id: string) => Promise<boolean>
  /** After what was written has been stored in the conversation of its chat. */
  readonly afterReceived?: (
    ctx: BotContext,
    conversation_id: string,
    updates: readonly ChannelUpdateRow[],
  ) => Promise<void>
  /** Brings a file here, of at most so many bytes; refused where it is larger or not to be had. */
  readonly fetchFile: (ctx: BotContext, file: IncomingFile, maxBytes: number) => Promise<PlatformAnswer<Buffer>>
  /** Sends what the bot says by itself: no part of the conversation, and not tried again. */
  readonly sendNotice: (ctx: BotContext, chat: ChannelChatRow, notice: Notice) => Promise<void>
  /** Shows in the chat that the bot is at work, for as long as the platform shows it. */
  readonly showTyping?: (ctx: BotContext, chat: ChannelChatRow, updates: readonly ChannelUpdateRow[]) => Promise<void>
  /** Asks the platform whether it still accepts the bot, about once an hour, and writes down what has changed. */
  readonly check?: (ctx: TeammateWork, bot: ChannelBotRow) => Promise<void>
  /** Renames shared conversations as their chat is called now. */
  readonly names_shared_chats: boolean
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
