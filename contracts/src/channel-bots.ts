import { z } from 'zod'
import { BotSummary } from './bot-chats.ts'
import { describeEndpoints } from './endpoint.ts'
import { Instant } from './page.ts'
import * as channelBotPaths from './paths/channel-bots.ts'

/** How the whole organization stands with a chat platform; its token is never shown. */
export const ChannelConnection = z.object({
  channel: z.literal('wchat'),
  /** `invalid`: the platform takes the token no more, and somebody has to connect anew. */
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
