import { z } from 'zod'
import { ChannelChat, SetChatStatus, UpdateReceived } from './bot-chats.ts'
import { describeEndpoints } from './endpoint.ts'
import { Instant, pageOf, pageQuery } from './page.ts'
import * as msgrBotPaths from './paths/msgr-bots.ts'

/** A teammate's own bot on Telegram; its token is never shown. */
export const MsgrBot = z.object({
  channel: z.literal('msgr'),
  /** `invalid`: Telegram takes the token no more, and someone has to connect again. */
  status: z.enum(['active', 'invalid', 'disconnected']),
  /** Null while disconnected. */
  bot: z
    .object({
      id: z.string(),
      username: z.string(),
      name: z.string(),
      /** It receives all messages of its groups, not just those that mention it. */
      reads_groups: z.boolean(),
    })
    .nullable(),
  /** Where Telegram sends messages once a bot is connected. */
  webhook_url: z.string(),
  /**
   * Why messages may not arrive, as last seen; null where nothing is known to be wrong. `elsewhere`: another program receives
   * them; `not_set`: nobody does; `failing`: Telegram cannot deliver them to this server; `unknown`: Telegram did not say whether it will send them.
   */
  webhook_problem: z.enum(['elsewhere', 'not_set', 'failing', 'unknown']).nullable(),
  /** Telegram's own error text, where it sends one. */
  webhook_error: z.string().nullable(),
  /** While `failing`: how many messages wait at Telegram, and when it last failed to deliver one. */
  waiting: z.object({ messages: z.int(), last_failed_at: Instant }).nullable(),
  /** Whether a private chat is enabled from its first message on, or waits for an administrator as groups do. */
  enables_private_chats: z.boolean(),
  /** Whether it was decided who may write to it. */
  is_access_decided: z.boolean(),
  connected_at: Instant.nullable(),
})
export type MsgrBot = z.infer<typeof MsgrBot>
export const MsgrBotUpdated = MsgrBot.extend({ organization_id: z.uuid(), employee_id: z.uuid() })

export const ConnectMsgrBot = z.strictObject({
  /** As BotFather gives it: the bot's id, a colon and a secret. */
  token: z
    .string()
    .trim()
    .regex(/^\d{1,20}:[\w-]{20,100}$/, 'This is no token of a Telegram bot'),
})
export type ConnectMsgrBot = z.infer<typeof ConnectMsgrBot>

export const UpdateMsgrBot = z.strictObject({ enables_private_chats: z.boolean() })
export type UpdateMsgrBot = z.infer<typeof UpdateMsgrBot>

export const msgrBotEndpoints = describeEndpoints(msgrBotPaths, {
  showMsgrBot: { summary: 'Get the Telegram bot of a teammate', answer: MsgrBot },
  connectMsgrBot: {
    summary: 'Connect a Telegram bot to a teammate by its token',
    body: ConnectMsgrBot,
    answer: MsgrBot,
    errors: { 409: ['BOT_CONNECTED_ELSEWHERE'], 422: ['BOT_TOKEN_REFUSED', 'WEBHOOK_REFUSED'], 502: [] },
  },
  updateMsgrBot: {
    summary: 'Change whether the private chats of a Telegram bot are enabled by themselves',
    body: UpdateMsgrBot,
    answer: MsgrBot,
    errors: { 409: ['BOT_NOT_CONNECTED'] },
  },
  disconnectMsgrBot: { summary: 'Disconnect the Telegram bot of a teammate', answer: MsgrBot },
  reconnectMsgrWebhook: {
    summary: 'Have Telegram send the messages of a bot here again',
    answer: MsgrBot,
    errors: { 409: ['BOT_NOT_CONNECTED'], 422: ['BOT_TOKEN_REFUSED', 'WEBHOOK_REFUSED'], 502: [] },
  },
  listMsgrChats: {
    summary: 'List the chats in which a Telegram bot was seen, the latest first',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: pageOf(ChannelChat),
  },
  setMsgrChatStatus: {
    summary: 'Enable or disable a chat of a Telegram bot',
    params: z.object({ organization_id: z.uuid(), employee_id: z.uuid(), chat_id: z.uuid() }),
    body: SetChatStatus,
    answer: ChannelChat,
    errors: { 404: [] },
  },
  receiveMsgrUpdate: {
    params: z.object({ employee_id: z.string() }),
    body: z.looseObject({ update_id: z.int() }),
    summary: 'An update that Telegram sends for a bot, proven by the secret that it was given',
    answer: UpdateReceived,
  },
})
