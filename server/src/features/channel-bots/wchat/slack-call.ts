import { FormData } from 'undici'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { retryAfter, retryAfterMs } from '#platform/outbound/retry-after.ts'
import type { PlatformAnswer } from '../bots/platform-answer.ts'
import { redact, requestPlatform } from '../bots/request-platform.ts'

const MAX_ANSWER_BYTES = 1024 * 1024
/** Where Slack asks to wait and does not say how long. */
const DEFAULT_PAUSE_SECONDS = 30

type SlackRefusal = {
  /** Slack's own word for it, such as `channel_not_found`. */
  error: string
  /** Scopes that the call needs and the token has, of `missing_scope`. */
  needed?: string
  provided?: string
}

/** What became of a call: Slack answers 200 to nearly everything and says in the body whether it did anything. */
export type SlackAnswer<T> = PlatformAnswer<T, SlackRefusal>

const Body = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  provided: z.string().optional(),
  response_metadata: z.looseObject({ messages: z.array(z.string()).optional() }).optional(),
})
type Body = z.infer<typeof Body>

/** Nothing was done, and a later call may succeed. Another 5xx, such as a gateway's, does not tell whether it was done. */
const UNAVAILABLE = 503
const TRANSIENT = ['service_unavailable', 'request_timeout', 'team_added_to_org']
const LIMITED = ['ratelimited', 'rate_limited']
/** Slack's documentation: some aspect of the call may have succeeded. */
const UNCERTAIN = ['internal_error', 'fatal_error']

type Sending<T> = {
  schema: z.ZodType<T>
  /** Sent as a form, which every method accepts; what is no text or number goes as JSON text. Absent values are left out. */
  form?: Record<string, unknown>
  /** Instead of the token as bearer. */
  authorization?: string
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** One call of a Web API method. `schema` reads the body, with the token's `scopes` (null where Slack does not send them). */
export function callSlack<T>(
  config: Config,
  token: string,
  method: string,
  { schema, form = {}, authorization = `Bearer ${token}`, timeoutMs, signal }: Sending<T>,
): Promise<SlackAnswer<T>> {
  const init = {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: encodeForm(form),
  }
  const secrets = [token, authorization]
  return requestPlatform<SlackAnswer<T>>(
    `${config.WCHAT_API_URL}/${method}`,
    { init, signal, secrets, timeoutMs },
    (response) => readAnswer(response, schema, secrets),
  )
}

/** Bytes to an address that Slack gave for them; the address itself is the permission, so that no token goes along. */
export function postBytes(
  url: string,
  { bytes, name, mime_type }: { bytes: Uint8Array; name: string; mime_type: string },
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<SlackAnswer<true>> {
  const body = new FormData()
  body.set('filename', new Blob([new Uint8Array(bytes)], { type: mime_type }), name)
  return requestPlatform<SlackAnswer<true>>(
    url,
    { init: { method: 'POST', body }, timeoutMs, signal, secrets: [url] },
    async (response) => {
      const text = (await readLimited(response, MAX_ANSWER_BYTES)).toString()
      if (response.status === 200) return { outcome: 'granted', value: true }
      if (response.status === 429) return { outcome: 'limited', retry_after_seconds: waitOf(response) }
      // The bytes are invisible until the file is shared, so the upload may be repeated.
      const description = `The upload was answered with ${response.status}: ${redact(text.slice(0, 200), [url])}`
      if (response.status >= 500) return { outcome: 'unsent', description, ...retryAfter(response.headers, new Date()) }
      return { outcome: 'refused', error: `http_${response.status}`, description }
    },
  )
}

async function readAnswer<T>(
  response: Response,
  schema: z.ZodType<T>,
  secrets: readonly string[],
): Promise<SlackAnswer<T>> {
  if (response.status === 429) return { outcome: 'limited', retry_after_seconds: waitOf(response) }
  if (response.status === UNAVAILABLE) {
    return {
      outcome: 'unsent',
      description: 'Slack is unavailable (503).',
      ...retryAfter(response.headers, new Date()),
    }
  }
  const body = parseBody((await readLimited(response, MAX_ANSWER_BYTES)).toString())
  if (!body || response.status >= 500) {
    return { outcome: 'unknown', description: `The answer (${response.status}) could not be read.` }
  }
  if (!body.ok) return refusalOf(body, response, secrets)
  const value = schema.safeParse({ ...body, scopes: scopesOf(response) })
  if (value.success) return { outcome: 'granted', value: value.data }
  return { outcome: 'unknown', description: 'The answer is not what was expected.' }
}

function parseBody(text: string): Body | null {
  try {
    return Body.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function refusalOf(
  { error: word = 'unknown_error', needed, provided, response_metadata }: Body,
  response: Response,
  secrets: readonly string[],
): SlackAnswer<never> {
  const error = redact(word, secrets)
  if (LIMITED.includes(error)) return { outcome: 'limited', retry_after_seconds: waitOf(response) }
  const details = [needed && `needed: ${needed}`, ...(response_metadata?.messages ?? [])].filter(Boolean).join('; ')
  const description = redact(details ? `${error} (${details})` : error, secrets)
  if (TRANSIENT.includes(error)) return { outcome: 'unsent', description }
  if (UNCERTAIN.includes(error)) return { outcome: 'unknown', description }
  return {
    outcome: 'refused',
    error,
    description,
    ...(needed !== undefined && { needed }),
    ...(provided !== undefined && { provided }),
  }
}

function scopesOf({ headers }: Response): string[] | null {
  const scopes = headers.get('x-oauth-scopes')
  return scopes === null ? null : scopes.split(',').flatMap((scope) => scope.trim() || [])
}

export function waitOf({ headers }: Response): number {
  const waitMs = retryAfterMs(headers, new Date())
  return waitMs === null ? DEFAULT_PAUSE_SECONDS : Math.max(1, Math.ceil(waitMs / 1000))
}

function encodeForm(form: Record<string, unknown>): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined) continue
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    encoded.set(name, isPlain ? String(value).toWellFormed() : JSON.stringify(value))
  }
  return encoded.toString()
}
