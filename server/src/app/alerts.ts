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

type Send = (topic: AlertTopic, text: string) => Promise<PlatformAnswer<unknown>>

/** The transports of `ALERTS_TRANSPORT` that have what they need; an unknown name means the messenger. */
export function openAlerts(config: Config): Alerts {
  const senders = sendersOf(config)
  return {
    is_configured: senders.length > 0,
    async send(topic, text) {
      const answers = await Promise.all(senders.map((send) => send(topic, shortened(text))))
      const refused = answers.find(({ outcome }) => outcome !== 'granted' && outcome !== 'unknown')
      if (refused)
        throw new Error(`An alert was not sent: ${'description' in refused ? refused.description : 'limited'}`)
    },
  }
}

function sendersOf(config: Config): Send[] {
  const wanted = transports.find((name) => name === config.ALERTS_TRANSPORT) ?? 'msgr'
  const { ALERTS_MSGR_TOKEN, ALERTS_MSGR_CHAT_ID, ALERTS_WCHAT_TOKEN, ALERTS_WCHAT_CHANNEL } = config
  const senders: Send[] = []
  if (wanted !== 'wchat' && ALERTS_MSGR_TOKEN && ALERTS_MSGR_CHAT_ID)
    senders.push((topic, text) =>
      sendMessage(config, ALERTS_MSGR_TOKEN, {
        chat_id: ALERTS_MSGR_CHAT_ID,
        message_thread_id: config.ALERTS_MSGR_THREADS[topic],
        text,
      }),
    )
  if (wanted !== 'msgr' && ALERTS_WCHAT_TOKEN && ALERTS_WCHAT_CHANNEL)
    senders.push((topic, text) =>
      postText(config, ALERTS_WCHAT_TOKEN, {
        channel: config.ALERTS_WCHAT_CHANNELS[topic] ?? ALERTS_WCHAT_CHANNEL,
        text,
      }),
    )
  return senders
}

const shortened = (text: string): string => (text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`)

/**
 * Sends warnings and errors of the log, each repeated line once in five minutes. Requests that were refused are none: their
 * lines say nothing about the server. An alert that cannot be sent is not logged as an error, which would be another alert.
 */
export function alertOfLog(log: Logger, config: Config, alerts: Alerts): void {
  if (!transports.some((name) => name === config.ALERTS_TRANSPORT))
    log.error({ transport: config.ALERTS_TRANSPORT }, 'ALERTS_TRANSPORT takes msgr, wchat or both; msgr is used')
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
  return [message, reason, ...details, repeats].filter(Boolean).join('\n')
}
