import { z } from 'zod'
import { ChannelChat, SetChatStatus, UpdateReceived } from './bot-chats.ts'
import { describeEndpoints } from './endpoint.ts'
import { Instant, pageOf, pageQuery } from './page.ts'
import * as tchatBotPaths from './paths/tchat-bots.ts'

/** A teammate's own bot on Microsoft Teams; its password is never shown. */
export const TchatBot = z.object({
  channel: z.literal('tchat'),
  /** `invalid`: Microsoft accepts the password no more, and the bot has to be connected again. */
  status: z.enum(['active', 'invalid', 'disconnected']),
  /** Null while disconnected. */
  bot: z.object({ app_id: z.string(), tenant_id: z.string() }).nullable(),
  /** What the bot is given at Microsoft as the address of its messages, also before it is connected here. */
  messaging_endpoint: z.url(),
  /** Why Microsoft refused the bot last, in its words; null where nothing is known to be wrong. */
  error: z.string().nullable(),
  /** Whether a personal chat is enabled from its first message on, or waits for an administrator as groups do. */
  enables_private_chats: z.boolean(),
  /** Whether it was decided who may write to it. */
  is_access_decided: z.boolean(),
  connected_at: Instant.nullable(),
})
export type TchatBot = z.infer<typeof TchatBot>
export const TchatBotUpdated = TchatBot.extend({ organization_id: z.uuid(), employee_id: z.uuid() })

export const ConnectTchatBot = z.strictObject({
  /** The application (client) id of the bot's app registration. */
  app_id: z.string().trim().toLowerCase().pipe(z.guid('An app ID is 32 hexadecimal digits with dashes')),
  /** The value of a client secret, not its id. */
  password: z.string().trim().min(1, 'The client secret is missing').max(500),
  /** The directory (tenant) id, or a domain of it. */
  tenant_id: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, 'This is no tenant ID'),
})
export type ConnectTchatBot = z.infer<typeof ConnectTchatBot>

export const UpdateTchatBot = z.strictObject({ enables_private_chats: z.boolean() })
export type UpdateTchatBot = z.infer<typeof UpdateTchatBot>

export const tchatBotEndpoints = describeEndpoints(tchatBotPaths, {
  showTchatBot: { summary: 'Get the Microsoft Teams bot of a teammate', answer: TchatBot },
  connectTchatBot: {
    summary: 'Connect a Microsoft Teams bot to a teammate by its app id, password and tenant',
    body: ConnectTchatBot,
    answer: TchatBot,
    errors: { 409: ['BOT_CONNECTED_ELSEWHERE'], 422: ['BOT_CREDENTIALS_REFUSED'], 502: [] },
  },
  updateTchatBot: {
    summary: 'Change whether the personal chats of a Microsoft Teams bot are enabled by themselves',
    body: UpdateTchatBot,
    answer: TchatBot,
    errors: { 409: ['BOT_NOT_CONNECTED', 'PERSONAL_ASSISTANT'] },
  },
  disconnectTchatBot: { summary: 'Disconnect the Microsoft Teams bot of a teammate', answer: TchatBot },
  downloadTchatPackage: {
    summary: 'Download the app package of a Microsoft Teams bot, a zip that Teams takes',
    errors: { 409: ['BOT_NOT_CONNECTED'] },
  },
  listTchatChats: {
    summary: 'List the chats and channels in which a Microsoft Teams bot was seen, the latest first',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: pageOf(ChannelChat),
  },
  setTchatChatStatus: {
    summary: 'Enable or disable a chat of a Microsoft Teams bot',
    params: z.object({ organization_id: z.uuid(), employee_id: z.uuid(), chat_id: z.uuid() }),
    body: SetChatStatus,
    answer: ChannelChat,
    errors: { 404: [] },
  },
  receiveTchatActivity: {
    params: z.object({ employee_id: z.string() }),
    body: z.looseObject({ type: z.string() }),
    summary: 'An activity that Microsoft Teams sends for a bot, proven by a token of Microsoft’s',
    /** Empty for an invoke, such as the answer to a file consent card. */
    answer: UpdateReceived.nullable(),
    errors: { 403: [] },
  },
})
