import { z } from 'zod'
import { BotSummary, PlatformEventReceived } from './bot-chats.ts'
import { describeEndpoints } from './endpoint.ts'
import { Instant } from './page.ts'
import * as channelBotPaths from './paths/channel-bots.ts'

/** An organization's connection to a chat platform; its token is never shown. */
export const ChannelConnection = z.object({
  channel: z.literal('wchat'),
  /** `invalid`: the platform takes the token no more, and someone has to connect again. */
  status: z.enum(['active', 'invalid', 'disconnected']),
  /** The workspace; null while disconnected. */
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  connected_at: Instant.nullable(),
  /** This server has an app of its own at the platform, without which nobody can connect. */
  is_available: z.boolean(),
})
export type ChannelConnection = z.infer<typeof ChannelConnection>
export const ChannelConnectionUpdated = ChannelConnection.extend({ organization_id: z.uuid() })

export const OAuthStarted = z.object({ url: z.url() })

/** What the platform sends back through the browser: a code, or why there is none. */
export const FinishOAuth = z.object({
  state: z.string().max(4000),
  code: z.string().min(1).max(2000).optional(),
  error: z.string().max(200).optional(),
})
export type FinishOAuth = z.infer<typeof FinishOAuth>

export const OAuthFinished = z.object({ connection: ChannelConnectionUpdated, redirect_url: z.string() })

/** The Slack account by which a person reaches their personal assistant; null where none is linked. */
export const WchatAccount = z.object({
  account: z.object({ id: z.string(), name: z.string(), linked_at: Instant }).nullable(),
})
export type WchatAccount = z.infer<typeof WchatAccount>

/** From the one-time link that the app sent to a Slack account; see `WchatLink` for what is in it. */
export const LinkWchatAccount = z.strictObject({ token: z.string().min(1).max(4000) })

/** The part of a link's token before the point, as base64url of JSON: for people to see what they link. */
export const WchatLink = z.object({
  organization_id: z.uuid(),
  /** Workspace and user, `T…:U…`. */
  account_id: z.string(),
  name: z.string(),
  team_name: z.string(),
  nonce: z.uuid(),
  expires_at: z.number(),
})
export type WchatLink = z.infer<typeof WchatLink>

export const channelBotEndpoints = describeEndpoints(channelBotPaths, {
  listChannelBots: {
    summary: 'List the bots on chat platforms of the teammates that one sees',
    answer: z.object({ data: z.array(BotSummary) }),
  },
  showWchatConnection: {
    summary: 'Get the organization’s connection to Slack',
    answer: ChannelConnection,
  },
  disconnectWchat: {
    summary: 'Disconnect Slack from the organization',
    answer: ChannelConnection,
  },
  startWchatOAuth: {
    summary: 'Start connecting Slack: where to send the browser',
    answer: OAuthStarted,
    errors: { 409: ['CHANNEL_NOT_AVAILABLE'] },
  },
  showWchatAccount: { summary: 'Get the Slack account that is linked to the caller', answer: WchatAccount },
  linkWchatAccount: {
    summary: 'Link a Slack account to the caller, by the link that the app sent there',
    body: LinkWchatAccount,
    answer: WchatAccount,
    errors: { 400: ['LINK_INVALID'] },
  },
  unlinkWchatAccount: { summary: 'Unlink the Slack account of the caller', answer: WchatAccount },
  receiveWchatAppEvent: {
    body: z.looseObject({ type: z.string() }),
    summary: 'An event that Slack sends for the app of the whole organization, signed with the secret of the app',
    answer: PlatformEventReceived,
  },
  finishWchatOAuth: {
    summary: 'Finish connecting Slack with what it sent back, as the person who began',
    body: FinishOAuth,
    answer: OAuthFinished,
    errors: {
      400: ['OAUTH_STATE_INVALID', 'OAUTH_DENIED', 'OAUTH_REFUSED'],
      409: ['CHANNEL_NOT_AVAILABLE', 'TEAM_CONNECTED_ELSEWHERE'],
      502: [],
    },
  },
})
