import type { ChannelChatChanged } from '#contracts/bot-chats.ts'
import type { EventType } from '#platform/event.ts'
import type { ChannelDefinition } from '../../conversations/define-channel.ts'
import type { ConversationRow } from '../../conversations/table.ts'
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
  /** The updates that it is about, at least one; on a platform with threads it is sent to their thread. */
  about: readonly ChannelUpdateRow[]
  /** True where it is about these messages, false where it is about the chat. */
  is_reply: boolean
}

/**
 * How the bots of one chat platform differ from those of others; no code outside its folder asks for the platform by name.
 */
export type BotPlatform = {
  readonly channel: BotChannel
  /** The channel of its conversations. */
  readonly definition: ChannelDefinition
  /** The events by which people who see the teammate are notified of its chats. */
  readonly events: {
    readonly chatCreated: EventType<ChannelChatChanged, TeammateRow>
    readonly chatUpdated: EventType<ChannelChatChanged, TeammateRow>
  }
  /** Notifies people who see the teammate that its bot has changed; null where it was disconnected. */
  readonly announceBot: (ctx: OrgContext, teammate: TeammateRow, bot: ChannelBotRow | null) => Promise<void>
  /** Reads stored updates of one person, with requests to the platform where needed; null where none is readable. */
  readonly read: (ctx: BotContext, updates: readonly ChannelUpdateRow[]) => Incoming | null | Promise<Incoming | null>
  /** The bot of the whole organization, as the teammate's; absent where the platform has no such connection. */
  readonly findOrganizationBot?: (ctx: TeammateWork) => Promise<ChannelBotRow | null>
  /** Whether a personal assistant answers this sender (rule 10). Absent: it answers every sender. */
  readonly acceptsSender?: (ctx: BotContext, sender_id: string) => Promise<boolean>
  /** Called once the message is stored in the conversation of its chat. */
  readonly afterReceived?: (
    ctx: BotContext,
    conversation: ConversationRow,
    updates: readonly ChannelUpdateRow[],
  ) => Promise<void>
  /** Downloads a file of at most `maxBytes`; refused where it is larger or unavailable. */
  readonly fetchFile: (ctx: BotContext, file: IncomingFile, maxBytes: number) => Promise<PlatformAnswer<Buffer>>
  /** Sends a text of the bot's own, such as “not enabled yet”. It is no message of the conversation and is not retried. */
  readonly sendNotice: (ctx: BotContext, chat: ChannelChatRow, notice: Notice) => Promise<void>
  /** Shows in the chat that the bot is at work, for as long as the platform shows it. */
  readonly showTyping?: (ctx: BotContext, chat: ChannelChatRow, updates: readonly ChannelUpdateRow[]) => Promise<void>
  /** Asks the platform about once an hour whether it still accepts the bot, and stores what has changed. */
  readonly check?: (ctx: TeammateWork, bot: ChannelBotRow) => Promise<void>
  /** Whether a private conversation too gets the current name of its chat as title, which is the person's. */
  readonly titlesPrivateChats: boolean
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
