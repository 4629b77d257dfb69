import { z } from 'zod'
import { ChannelChat, PlatformEventReceived, SetChatStatus } from './bot-chats.ts'
import { describeEndpoints } from './endpoint.ts'
import { Instant, pageOf, pageQuery } from './page.ts'
import * as wchatBotPaths from './paths/wchat-bots.ts'

/** A teammate's own app on Slack; its token and its signing secret are never shown. */
export const WchatBot = z.object({
  channel: z.literal('wchat'),
  /** `invalid`: Slack no longer accepts the token, and the app has to be connected again. */
  status: z.enum(['active', 'invalid', 'disconnected']),
  /** Null while disconnected. */
  bot: z
    .object({
      /** Of the bot's user in its workspace. */
      id: z.string(),
      username: z.string(),
      team: z.object({ id: z.string(), name: z.string(), url: z.string().nullable() }),
    })
    .nullable(),
  /** The Events Request URL of the app, which Slack also verifies while nothing is connected. */
  events_url: z.url(),
  /** Whether a signed request of Slack's has arrived since the app was connected, so that the signing secret is right. */
  has_received_events: z.boolean(),
  /** Whether a request for this app came whose signature does not fit the signing secret, and none yet whose does: the secret is wrong. */
  has_refused_events: z.boolean(),
  /** Bot scopes that the app needs and was not given, as last seen. */
  missing_scopes: z.array(z.string()),
  /** Why Slack refused the app last, in Slack's words; null where nothing is known to be wrong. */
  last_error: z.string().nullable(),
  /** Whether a direct message chat is enabled from its first message on, or waits for an administrator as channels do. */
  enables_private_chats: z.boolean(),
  /** Whether it was decided who may write to it. */
  is_access_decided: z.boolean(),
  connected_at: Instant.nullable(),
})
export type WchatBot = z.infer<typeof WchatBot>
export const WchatBotUpdated = WchatBot.extend({ organization_id: z.uuid(), employee_id: z.uuid() })

export const ConnectWchatBot = z.strictObject({
  /** “Bot User OAuth Token” of the app. */
  bot_token: z
    .string()
    .trim()
    .regex(/^xoxb-[\w-]{10,250}$/, 'A bot token begins with xoxb-'),
  /** “Signing Secret” of the app's credentials. */
  signing_secret: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i, 'A signing secret has 32 characters from 0 to 9 and a to f'),
})
export type ConnectWchatBot = z.infer<typeof ConnectWchatBot>

export const UpdateWchatBot = z.strictObject({ enables_private_chats: z.boolean() })
export type UpdateWchatBot = z.infer<typeof UpdateWchatBot>

/** https://docs.slack.dev/reference/app-manifest; pasted into Slack's “Create an app from a manifest”. */
export const WchatManifest = z.object({
  _metadata: z.object({ major_version: z.literal(2), minor_version: z.literal(1) }),
  display_information: z.object({ name: z.string(), description: z.string().optional() }),
  features: z.object({
    app_home: z.object({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.object({ display_name: z.string(), always_online: z.boolean() }),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ request_url: z.url(), bot_events: z.array(z.string()) }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.boolean(),
  }),
})
export type WchatManifest = z.infer<typeof WchatManifest>

export const wchatBotEndpoints = describeEndpoints(wchatBotPaths, {
  showWchatBot: { summary: 'Get the Slack app of a teammate', answer: WchatBot },
  connectWchatBot: {
    summary: 'Connect a Slack app to a teammate by its bot token and signing secret',
    body: ConnectWchatBot,
    answer: WchatBot,
    errors: {
      409: ['BOT_CONNECTED_ELSEWHERE'],
      422: ['BOT_TOKEN_REFUSED', 'SCOPES_MISSING'],
      502: [],
    },
  },
  updateWchatBot: {
    summary: 'Change whether direct messages to a Slack app are enabled by themselves',
    body: UpdateWchatBot,
    answer: WchatBot,
    errors: { 409: ['BOT_NOT_CONNECTED', 'PERSONAL_ASSISTANT'] },
  },
  disconnectWchatBot: { summary: 'Disconnect the Slack app of a teammate', answer: WchatBot },
  showWchatManifest: {
    summary: 'Get the manifest from which Slack creates the app of a teammate',
    answer: WchatManifest,
  },
  listWchatChats: {
    summary: 'List the Slack chats in which a teammate was seen, the latest first',
    query: pageQuery({ limit: 20, max: 100 }),
    answer: pageOf(ChannelChat),
  },
  setWchatChatStatus: {
    summary: 'Enable or disable a Slack chat',
    params: z.object({ organization_id: z.uuid(), employee_id: z.uuid(), chat_id: z.uuid() }),
    body: SetChatStatus,
    answer: ChannelChat,
    errors: { 404: [] },
  },
  receiveWchatEvent: {
    params: z.object({ employee_id: z.string() }),
    body: z.looseObject({ type: z.string() }),
    summary: 'An event that Slack sends for a teammate’s app, signed with the secret of the app',
    answer: PlatformEventReceived,
  },
})
