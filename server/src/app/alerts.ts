import type { PlatformAnswer } from '#features/channel-bots/bots/platform-answer.ts'
import { sendMessage } from '#features/channel-bots/msgr/msgr-api.ts'
import { postText } from '#features/channel-bots/wchat/slack-api.ts'
import type { Alerts, AlertTopic } from '#platform/alerts.ts'
import type { Config } from '#platform/config.ts'
import { type LoggedLine, type Logger, listenToLog } from '#platform/log.ts'

const MAX_CHARACTERS = 3500
const transports = ['msgr', 'wchat', 'both'] as const
/** pino's number for the level. */
const WARN = 40
const ERROR = 50
/** A repeated line is sent once in this time; the next alert has the number of repeats. */
const REPEATED_MS = 5 * 60_000
/** Over all lines. */
const MAX_LINES_PER_MINUTE = 20
const MAX_REMEMBERED = 1000

type Sender = {
  platform: string
  /** Its variables, without which it sends nothing. */
  variables: string
  /** Null where they are not set. */
  send: ((topic: AlertTopic, text: string) => Promise<PlatformAnswer<unknown>>) | null
}

/** The transports of `ALERTS_TRANSPORT` that have what they need; an unknown name means the messenger. */
export function openAlerts(config: Config, log: Logger): Alerts {
  const senders = sendersOf(config).flatMap(({ platform, send }) => (send ? [{ platform, send }] : []))
  return {
    is_configured: senders.length > 0,
    async send(topic, text) {
      const sending = senders.map(async ({ platform, send }) => reasonOf(platform, await send(topic, shortened(text))))
      const reasons = (await Promise.all(sending)).filter((reason) => reason !== null)
      if (reasons.length === 0) return
      const error = new Error(reasons.join('\n'))
      // Another attempt would send it a second time where it was taken.
      if (reasons.length < senders.length) log.warn({ err: error }, 'an alert was not sent')
      else throw error
    },
  }
}

/** Why an alert certainly did not arrive, else null. */
function reasonOf(platform: string, answer: PlatformAnswer<unknown>): string | null {
  if (answer.outcome === 'granted' || answer.outcome === 'unknown') return null
  return `${platform}: ${'description' in answer ? answer.description : 'it asks to wait'}`
}

function sendersOf(config: Config): Sender[] {
  const wanted = transports.find((name) => name === config.ALERTS_TRANSPORT) ?? 'msgr'
  const { ALERTS_MSGR_TOKEN: token, ALERTS_MSGR_CHAT_ID: chat_id, ALERTS_MSGR_THREADS: threads } = config
  const { ALERTS_WCHAT_TOKEN: appToken, ALERTS_WCHAT_CHANNEL: channel, ALERTS_WCHAT_CHANNELS: channels } = config
  const toMsgr =
    token && chat_id
      ? (topic: AlertTopic, text: string) =>
          sendMessage(config, token, { chat_id, message_thread_id: threads[topic], text })
      : null
  const toWchat =
    appToken && channel
      ? (topic: AlertTopic, text: string) => postText(config, appToken, { channel: channels[topic] ?? channel, text })
      : null
  const msgr = { platform: 'Telegram', variables: 'ALERTS_MSGR_TOKEN and ALERTS_MSGR_CHAT_ID', send: toMsgr }
  const wchat = { platform: 'Slack', variables: 'ALERTS_WCHAT_TOKEN and ALERTS_WCHAT_CHANNEL', send: toWchat }
  return { msgr: [msgr], wchat: [wchat], both: [msgr, wchat] }[wanted]
}

const shortened = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`

/** An operator who has given one platform's variables expects alerts; where nothing is given, there are none. */
function checkTransport(log: Logger, config: Config): void {
  const { ALERTS_TRANSPORT: transport, ALERTS_MSGR_TOKEN, ALERTS_WCHAT_TOKEN } = config
  if (!transports.some((name) => name === transport)) {
    log.error({ transport }, 'ALERTS_TRANSPORT takes msgr, wchat or both; msgr is used')
    return
  }
  if (!ALERTS_MSGR_TOKEN && !ALERTS_WCHAT_TOKEN) return
  for (const { variables, send } of sendersOf(config))
    if (!send) log.error({}, `ALERTS_TRANSPORT is ${transport}, but ${variables} are not set`)
}

/**
 * Sends warnings and errors of the log, each repeated line once in five minutes. Requests that were refused are none: their
 * lines say nothing about the server. An alert that cannot be sent is not logged as an error, which would be another alert.
 */
export function alertOfLog(log: Logger, config: Config, alerts: Alerts): void {
  checkTransport(log, config)
  if (!alerts.is_configured) return
  const repeated = new Map<string, { sent_at: number; withheld: number }>()
  let minute = { begins: 0, lines: 0 }
  listenToLog(log, (line) => {
    if (line.level < WARN || line.message === 'request') return
    const at = Date.now()
    const key = `${line.level} ${line.message}`
    const known = repeated.get(key) ?? { sent_at: -REPEATED_MS, withheld: 0 }
    if (at - minute.begins >= 60_000) minute = { begins: at, lines: 0 }
    if (at - known.sent_at < REPEATED_MS || minute.lines >= MAX_LINES_PER_MINUTE) {
      repeated.set(key, { ...known, withheld: known.withheld + 1 })
      return
    }
    minute.lines++
    if (repeated.size >= MAX_REMEMBERED) repeated.clear()
    repeated.set(key, { sent_at: at, withheld: 0 })
    const text = textOf(line, known.withheld)
    alerts.send(line.level >= ERROR ? 'errors' : 'warnings', text).catch((error: unknown) => {
      log.info({ err: error }, 'an alert about a line of the log was not sent')
    })
  })
}

function textOf({ message, fields }: LoggedLine, withheld: number): string {
  const { err, ...rest } = fields
  const reason = typeof err === 'object' && err !== null && 'message' in err ? String(err.message) : ''
  const details = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const repeats = withheld > 0 ? `${withheld} more like this since the last alert` : ''
  return [message, reason !== message && reason, ...details, repeats].filter(Boolean).join('\n')
}
