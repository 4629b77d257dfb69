import { z } from 'zod'
import { alertTopics } from '../alerts.ts'
import { duration, issuer, json, list, url } from './values.ts'

export const channels = {
  WEBCHAT_JWT_TTL: duration
    .refine((seconds) => seconds > 0, 'must be more than nothing')
    .default(7 * 86_400)
    .describe('How long a visitor of a site is remembered after their last visit.'),
  MSGR_API_URL: url
    .default('https://api.telegram.org')
    .describe('Where Telegram’s bots are served: its own servers, or a Bot API server of yours.'),
  WCHAT_APP_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Your Slack app, which connects workspaces. Its redirect URL is `{BASE_URL}/settings/slack/callback`, its Events Request URL `{BASE_URL}/webhooks/slack/events`.',
    ),
  WCHAT_CLIENT_ID: z.string().min(1).optional().describe('Its client ID.'),
  WCHAT_CLIENT_SECRET: z.string().min(1).optional().describe('Its client secret.'),
  WCHAT_SIGNING_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Its signing secret. Without it, messages to the app are not read.'),
  WCHAT_API_URL: url.default('https://slack.com/api').describe('Slack’s API.'),
  WCHAT_FILES_URL: url
    .default('https://files.slack.com')
    .describe('Where Slack’s files are, fetched with a bot’s token.'),
  WCHAT_AUTHORIZE_URL: url
    .default('https://slack.com/oauth/v2/authorize')
    .describe('Where an administrator connects a workspace.'),
  TCHAT_OPENID_METADATA_URL: url
    .default('https://login.botframework.com/v1/.well-known/openidconfiguration')
    .describe('Where the keys are published that Microsoft Teams signs with.'),
  TCHAT_TOKEN_ISSUER: issuer.default('https://api.botframework.com').describe('Who issues those tokens.'),
  TCHAT_LOGIN_URL: url.default('https://login.microsoftonline.com').describe('Where bots at Microsoft Teams sign in.'),
  TCHAT_ALLOWED_SERVICE_HOSTS: list
    .default(['smba.trafficmanager.net', '.botframework.com', '.teams.microsoft.com'])
    .describe('Hosts that may be sent a bot’s token. A leading dot means all subdomains.'),
  TCHAT_ALLOWED_FILE_HOSTS: list
    .default(['.sharepoint.com', '.svc.ms'])
    .describe('Hosts that files come from and go to.'),
  DELIVERY_TIMEOUT: duration
    .default(30)
    .describe('How long one attempt to deliver a message to a chat platform may take.'),
  WEBHOOK_TIMEOUT: duration.default(15).describe('How long a receiver of webhooks may take to answer.'),
  STARGATE_WINDOW_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(60)
    .describe('Seconds for which the poll of a gateway is held open. Lower it below the limit of a proxy in between.'),
  ALERTS_TRANSPORT: z
    .string()
    .default('msgr')
    .describe('Where the operator is alerted: `msgr` (Telegram), `wchat` (Slack) or `both`.'),
  ALERTS_MSGR_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('The Telegram bot that alerts. It needs `ALERTS_MSGR_CHAT_ID`.'),
  ALERTS_MSGR_CHAT_ID: z.string().min(1).optional().describe('The chat that it writes to.'),
  ALERTS_MSGR_THREADS: json
    .pipe(z.partialRecord(z.enum(alertTopics), z.int()))
    .default({})
    .describe(`Topics of that chat for kinds of alerts, as JSON: \`{"errors": 12}\`. Kinds are ${kinds()}.`),
  ALERTS_WCHAT_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('The Slack app that alerts. It needs `ALERTS_WCHAT_CHANNEL`.'),
  ALERTS_WCHAT_CHANNEL: z.string().min(1).optional().describe('The channel that it writes to.'),
  ALERTS_WCHAT_CHANNELS: json
    .pipe(z.partialRecord(z.enum(alertTopics), z.string().min(1)))
    .default({})
    .describe('Channels for kinds of alerts, as JSON.'),
}

function kinds(): string {
  return alertTopics.map((topic) => `\`${topic}\``).join(', ')
}
