import type { BodyInit, RequestInit } from 'undici'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { retryAfter } from '#platform/outbound/retry-after.ts'
import { redact, requestPlatform, TRANSFER_TIMEOUT_MS } from '../bots/request-platform.ts'
import { accessToken, evictToken, parseJson, retryAfterSeconds, type TchatCredentials } from './access-token.ts'
import type { TchatAnswer } from './tchat-answer.ts'

const MAX_ANSWER_BYTES = 1024 * 1024

/** A bot as its calls need it; `now` decides whether its token is still good. */
export type TchatCaller = { config: Config; credentials: TchatCredentials; now: Date; signal?: AbortSignal | undefined }

export type Call = {
  url: string
  /** What the token is for. */
  scope: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  json?: object
  body?: BodyInit
  headers?: Record<string, string>
  timeoutMs?: number
}

const Refusal = z.looseObject({
  error: z.looseObject({ code: z.string().optional(), message: z.string().optional() }).optional(),
  // Some answers of the connector are not wrapped.
  message: z.string().optional(),
})

/** Calls a service of Microsoft as the bot; whatever else it answers, a refused token is replaced once. */
export async function callAsBot<T>(caller: TchatCaller, call: Call, schema: z.ZodType<T>): Promise<TchatAnswer<T>> {
  const read = async (response: Response): Promise<TchatAnswer<T>> => {
    const value = schema.safeParse(parseJson((await readLimited(response, MAX_ANSWER_BYTES)).toString()) ?? {})
    if (value.success) return { outcome: 'granted', value: value.data }
    return { outcome: 'unknown', description: 'The answer is not what was expected.' }
  }
  return request(caller, call, read)
}

/** The same for bytes: refused with 413 where there are more than `maxBytes`. */
export const fetchAsBot = (caller: TchatCaller, call: Call, maxBytes: number): Promise<TchatAnswer<Buffer>> =>
  request(caller, { timeoutMs: TRANSFER_TIMEOUT_MS, ...call }, (response) => readBytes(response, maxBytes))

export async function readBytes(response: Response, maxBytes: number): Promise<TchatAnswer<Buffer>> {
  try {
    return { outcome: 'granted', value: await readLimited(response, maxBytes) }
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    return { outcome: 'refused', status: 413, code: 'TooLarge', description: error.message }
  }
}

type Read<T> = (response: Response) => Promise<TchatAnswer<T>>

async function request<T>(caller: TchatCaller, call: Call, read: Read<T>): Promise<TchatAnswer<T>> {
  const first = await requestOnce(caller, call, read)
  // A 401 says that nothing was done.
  return first.outcome === 'refused' && first.status === 401 && first.code !== 'invalid_client'
    ? requestOnce(caller, call, read)
    : first
}

async function requestOnce<T>(caller: TchatCaller, call: Call, read: Read<T>): Promise<TchatAnswer<T>> {
  const { config, credentials, now, signal } = caller
  const token = await accessToken(config, credentials, call.scope, now)
  // Without a token nothing was sent, whatever the sign-in service did.
  if (token.outcome === 'unknown') return { outcome: 'unsent', description: token.description }
  if (token.outcome !== 'granted') return token
  const secrets = [token.value, credentials.password]
  const answer = await requestPlatform(
    call.url,
    { init: initOf(call, token.value), timeoutMs: call.timeoutMs, signal, secrets },
    async (response): Promise<TchatAnswer<T>> => (response.ok ? read(response) : refusalOf(response, secrets, now)),
  )
  if (answer.outcome === 'refused' && answer.status === 401) evictToken(config, credentials, call.scope, token.value)
  return answer
}

function initOf({ method = 'GET', json, body, headers }: Call, token: string): RequestInit {
  return {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json ? { body: JSON.stringify(json) } : body !== undefined && { body }),
  }
}

/**
 * Microsoft asks bots to send again after these, as after 429: https://learn.microsoft.com/microsoftteams/platform/bots/how-to/rate-limit.
 * Another 5xx does not tell whether it was done.
 */
const UNAVAILABLE = [502, 503, 504]

export async function refusalOf(
  response: Response,
  secrets: readonly string[],
  now: Date,
): Promise<TchatAnswer<never>> {
  const { status } = response
  const parsed = Refusal.safeParse(parseJson((await readLimited(response, MAX_ANSWER_BYTES)).toString()))
  const { error, message } = parsed.data ?? {}
  if (status === 429) return { outcome: 'limited', retry_after_seconds: retryAfterSeconds(response, now) }
  // Something else was happening in the conversation, and it was not done:
  // https://learn.microsoft.com/microsoftteams/platform/bots/how-to/rate-limit
  if (status === 412) return { outcome: 'limited', retry_after_seconds: 1 }
  const description = redact(error?.message ?? message ?? `Refused with ${status}`, secrets)
  if (UNAVAILABLE.includes(status)) {
    return { outcome: 'unsent', description, ...retryAfter(response.headers, now) }
  }
  if (status < 400 || status > 499) return { outcome: 'unknown', description }
  return { outcome: 'refused', status, code: error?.code ?? '', description }
}
