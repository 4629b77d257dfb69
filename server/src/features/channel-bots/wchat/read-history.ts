import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import type { SlackTarget } from './slack-api.ts'
import { callSlack, type SlackAnswer } from './slack-call.ts'

/** Slack gives an app that is distributed outside its directory 15 messages in an answer, whatever it asks for. */
const PAGE_SIZE = 100
const MAX_PAGES = 10

const Sent = z.object({
  ts: z.string(),
  user: z.string().optional(),
  metadata: z.looseObject({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) }).optional(),
  files: z.array(z.object({ name: z.string().nullish(), size: z.number().nullish() })).optional(),
})
export type SlackSent = z.infer<typeof Sent>

const History = z.object({
  messages: z.array(Sent),
  response_metadata: z.looseObject({ next_cursor: z.string().optional() }).optional(),
})

/** Messages of a thread or, outside of threads, of a channel since `oldest`, with what apps have added to them. */
export async function readHistory(
  config: Config,
  token: string,
  { channel, thread_ts, oldest }: SlackTarget & { oldest: Date },
  signal: AbortSignal,
): Promise<SlackAnswer<SlackSent[]>> {
  const method = thread_ts === undefined ? 'conversations.history' : 'conversations.replies'
  const since = oldest.getTime() / 1000
  const range = { channel, ts: thread_ts, oldest: String(since), include_all_metadata: true, limit: PAGE_SIZE }
  const messages: SlackSent[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await callSlack(config, token, method, { schema: History, form: { ...range, cursor }, signal })
    if (answer.outcome !== 'granted') return answer
    // A thread comes with its first message, however old that is.
    messages.push(...answer.value.messages.filter(({ ts }) => Number(ts) >= since))
    cursor = answer.value.response_metadata?.next_cursor || undefined
    if (cursor === undefined) return { outcome: 'granted', value: messages }
  }
  return { outcome: 'unknown', description: 'Too much was written since to find out whether the message is there.' }
}
