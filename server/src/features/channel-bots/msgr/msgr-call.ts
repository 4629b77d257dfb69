import { FormData, type RequestInit } from 'undici'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { retryAfter, retryAfterMs } from '#platform/outbound/retry-after.ts'
import type { PlatformAnswer } from '../bots/platform-answer.ts'
import { redact, requestPlatform } from '../bots/request-platform.ts'

const MAX_ANSWER_BYTES = 256 * 1024
/** The platform, or the proxy before it, did not process the call. After another 5xx that is unknown. */
const UNAVAILABLE = [502, 503]

/** `status`: the HTTP status, or the platform's own where it differs. */
export type MsgrAnswer<T> = PlatformAnswer<T, { status: number; migrate_to_chat_id?: string }>

const Envelope = z.looseObject({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.int().optional(),
  description: z.string().optional(),
  parameters: z
    .looseObject({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional(),
})
type Envelope = z.infer<typeof Envelope>

type Sending<T> = {
  schema: z.ZodType<T>
  /** A multipart form where a file is sent. */
  body?: Record<string, unknown> | FormData
  timeoutMs?: number | undefined
  /** Aborts the call, in addition to the timeout. */
  signal: AbortSignal | undefined
}

export async function callMsgr<T>(
  config: Config,
  token: string,
  method: string,
  { schema, body = {}, timeoutMs, signal }: Sending<T>,
): Promise<MsgrAnswer<T>> {
  const isForm = body instanceof FormData
  const init: RequestInit = {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    ...(!isForm && { headers: { 'content-type': 'application/json' } }),
  }
  return requestMsgr(token, `${config.MSGR_API_URL}/bot${token}/${method}`, { init, timeoutMs, signal }, (response) =>
    readEnvelope(response, token, schema),
  )
}

/** The only place with addresses that contain a token. Neither gets into an error. */
export const requestMsgr = <T>(
  token: string,
  url: string,
  sending: { init?: RequestInit; timeoutMs?: number | undefined; signal: AbortSignal | undefined },
  read: (response: Response) => Promise<MsgrAnswer<T>>,
): Promise<MsgrAnswer<T>> => requestPlatform<MsgrAnswer<T>>(url, { ...sending, secrets: secretsOf(token) }, read)

/** The part after the colon is the secret; an error may carry it without the rest. */
const secretsOf = (token: string) => [token, token.slice(token.indexOf(':') + 1)]

/**
 * Decides by the JSON envelope and not by the status alone, because a proxy's error page says nothing about what the
 * platform did.
 */
export async function readEnvelope<T>(response: Response, token: string, schema: z.ZodType<T>): Promise<MsgrAnswer<T>> {
  const envelope = parseEnvelope((await readLimited(response, MAX_ANSWER_BYTES)).toString())
  const status = envelope?.error_code ?? response.status
  if (status === 429) return { outcome: 'limited', retry_after_seconds: waitOf(envelope, response) }
  if (UNAVAILABLE.includes(status)) {
    return {
      outcome: 'unsent',
      description: `Telegram is unavailable (${status})`,
      ...retryAfter(response.headers, new Date()),
    }
  }
  if (!envelope) return { outcome: 'unknown', description: `The answer (${status}) could not be read.` }
  if (!envelope.ok) return refusal(envelope, status, token)
  const value = schema.safeParse(envelope.result)
  if (value.success) return { outcome: 'granted', value: value.data }
  return { outcome: 'unknown', description: 'The answer is not what was expected.' }
}

function parseEnvelope(text: string): Envelope | null {
  try {
    return Envelope.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function refusal({ description, parameters }: Envelope, status: number, token: string): MsgrAnswer<never> {
  const reason = redact(description ?? `Refused with ${status}`, secretsOf(token))
  if (status < 400 || status > 499) return { outcome: 'unknown', description: reason }
  const migrated = parameters?.migrate_to_chat_id
  return {
    outcome: 'refused',
    status,
    description: reason,
    ...(migrated !== undefined && { migrate_to_chat_id: String(migrated) }),
  }
}

function waitOf(envelope: Envelope | null, { headers }: Response): number {
  const seconds = envelope?.parameters?.retry_after ?? (retryAfterMs(headers, new Date()) ?? 0) / 1000
  return Math.max(1, Math.ceil(seconds))
}
