import { z } from 'zod'
import { Instant } from './page.ts'
import type { chatPlatforms } from './parties.ts'

export const ChatStatus = z.enum(['enabled', 'disabled'])
export type ChatStatus = z.infer<typeof ChatStatus>

/** A chat in which a bot was seen: a person's, or one of several people: a group, a topic of one, or a channel. */
export const ChannelChat = z.object({
  id: z.uuid(),
  /** As the platform calls it; a topic's is `{chat}:{thread}`. */
  chat_id: z.string(),
  kind: z.enum(['private', 'group']),
  /** The person, or the group with its topic; the platform's id where no name is known. */
  channel_name: z.string(),
  status: ChatStatus,
  /** Disabled since it was found, and nobody has decided about it yet. */
  is_waiting: z.boolean(),
  created_at: Instant,
  last_seen_at: Instant,
})
export type ChannelChat = z.infer<typeof ChannelChat>
export const ChannelChatChanged = ChannelChat.extend({ organization_id: z.uuid(), employee_id: z.uuid() })
export type ChannelChatChanged = z.infer<typeof ChannelChatChanged>

export const SetChatStatus = z.strictObject({ status: ChatStatus })
export type SetChatStatus = z.infer<typeof SetChatStatus>

/** Acknowledges an update; otherwise the platform would send it again. */
export const UpdateReceived = z.object({ ok: z.literal(true), code: z.literal('ORGANIZATION_INACTIVE').optional() })
export type UpdateReceived = z.infer<typeof UpdateReceived>

/** The echo of a challenge, or that an event has arrived. */
export const PlatformEventReceived = z.union([UpdateReceived, z.object({ challenge: z.string() })])
export type PlatformEventReceived = z.infer<typeof PlatformEventReceived>

const BotChannel = z.enum(['msgr', 'tchat', 'wchat'] satisfies (keyof typeof chatPlatforms)[])

/** A teammate's bot in short, and how many of its chats wait for a decision. */
export const BotSummary = z.object({
  employee_id: z.uuid(),
  channel: BotChannel,
  username: z.string(),
  status: z.enum(['active', 'invalid']),
  /** Messages may not arrive, or answers may not be sent, until someone does something about it. */
  has_problem: z.boolean(),
  is_access_decided: z.boolean(),
  waiting_chats: z.number().int(),
})
export type BotSummary = z.infer<typeof BotSummary>
