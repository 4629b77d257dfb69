/** What Slack tells an app: its envelopes, signed with the app's secret. */
import { createHmac } from 'node:crypto'
import type { SlackBot } from './workspace.ts'

const TIMEOUT_MS = 60_000

export type SlackEvent = { type: string } & Record<string, unknown>

export type Envelope = {
  token: string
  team_id: string
  api_app_id: string
  event: SlackEvent
  type: 'event_callback'
  event_id: string
  event_time: number
  authorizations: {
    enterprise_id: null
    team_id: string
    user_id: string
    is_bot: true
    is_enterprise_install: false
  }[]
  is_ext_shared_channel: boolean
}

export type Delivered = {
  bot: SlackBot
  /** What was sent, or null where the app is not subscribed to it. */
  envelope: Envelope | null
  /** Null where nothing was sent, or nobody was there. */
  status: number | null
  body: unknown
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function sign(signing_secret: string, body: string, seconds: number): Record<string, string> {
  const digest = createHmac('sha256', signing_secret).update(`v0:${seconds}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': String(seconds), 'x-slack-signature': `v0=${digest}` }
}

export const envelopeOf = (
  bot: SlackBot,
  event: SlackEvent,
  { event_id, now }: { event_id: string; now: Date },
): Envelope => ({
  token: 'deprecated',
  team_id: bot.team.id,
  api_app_id: bot.app_id,
  event,
  type: 'event_callback',
  event_id,
  event_time: Math.floor(Number(event.event_ts ?? now.getTime() / 1000)),
  authorizations: [
    { enterprise_id: null, team_id: bot.team.id, user_id: bot.user_id, is_bot: true, is_enterprise_install: false },
  ],
  is_ext_shared_channel: false,
})

type Options = { now: () => Date; origin: string | null; retry?: { num: number; reason: string } }

/** Posts JSON to the app's request URL, at `origin` where one is given. */
export async function post(
  { request_url, signing_secret }: SlackBot,
  payload: object,
  { now, origin, retry }: Options,
): Promise<{ status: number | null; body: unknown }> {
  if (request_url === null) return { status: null, body: null }
  const { pathname, search } = new URL(request_url)
  const body = JSON.stringify(payload)
  try {
    const response = await fetch(origin ? new URL(pathname + search, origin) : request_url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        ...sign(signing_secret, body, Math.floor(now().getTime() / 1000)),
        ...(retry && { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, body: parse(await response.text()) }
  } catch {
    return { status: null, body: null }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
