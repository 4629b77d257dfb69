import { Agent, FormData, fetch, type RequestInit } from 'undici'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'
import { readLimited } from '#platform/outbound/read-limited.ts'
import { retryAfterMs } from '#platform/outbound/retry-after.ts'

// Shorter than what a call may take, so that one that found nobody is told from one that got no answer.
const CONNECT_TIMEOUT_MS = 5_000
const TIMEOUT_MS = 10_000
/** For files, which take their time on a slow line. */
export const TRANSFER_TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 256 * 1024

/**
 * What became of a call. `unsent` never reached the platform, so that it may be made again; of `unknown` nobody can tell
 * whether it happened, so that making it again could send a message twice.
 */
export type MsgrAnswer<T> =
  | { outcome: 'granted'; value: T }
  | { outcome: 'refused'; status: number; description: string; migrate_to_chat_id?: string }
  | { outcome: 'limited'; retry_after_seconds: number }
  | { outcome: 'unsent' | 'unknown'; description: string }

const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, allowH2: false })

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
  /** A form where a file goes along. */
  body?: Record<string, unknown> | FormData
  timeoutMs?: number
  /** The caller's own reason to give up, beside the timeout. */
  signal: AbortSignal | undefined
}

export async function callMsgr<T>(
  config: Config,
  token: string,
  method: string,
  { schema, body = {}, timeoutMs = TIMEOUT_MS, signal }: Sending<T>,
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

/** The one place that knows an address with a token in it, and lets neither out with an error. */
export async function requestMsgr<T>(
  token: string,
  url: string,
  { init, timeoutMs, signal }: { init?: RequestInit; timeoutMs: number; signal: AbortSignal | undefined },
  read: (response: Response) => Promise<MsgrAnswer<T>>,
): Promise<MsgrAnswer<T>> {
  if (signal?.aborted) return { outcome: 'unsent', description: 'The call was given up before it began.' }
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      ...init,
      dispatcher: agent,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return await read(response)
  } catch (error) {
    return { outcome: isUnsent(error) ? 'unsent' : 'unknown', description: redact(describe(error), token) }
  }
}

/** The envelope decides, not the status: a proxy's page has one too, but says nothing about what the platform did. */
export async function readEnvelope<T>(response: Response, token: string, schema: z.ZodType<T>): Promise<MsgrAnswer<T>> {
  const envelope = parseEnvelope((await readLimited(response, MAX_ANSWER_BYTES)).toString())
  const status = envelope?.error_code ?? response.status
  if (status === 429) return { outcome: 'limited', retry_after_seconds: waitOf(envelope, response) }
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
  const said = redact(description ?? `Refused with ${status}`, token)
  if (status < 400 || status > 499) return { outcome: 'unknown', description: said }
  const migrated = parameters?.migrate_to_chat_id
  return {
    outcome: 'refused',
    status,
    description: said,
    ...(migrated !== undefined && { migrate_to_chat_id: String(migrated) }),
  }
}

function waitOf(envelope: Envelope | null, { headers }: Response): number {
  const seconds = envelope?.parameters?.retry_after ?? (retryAfterMs(headers, new Date()) ?? 0) / 1000
  return Math.max(1, Math.ceil(seconds))
}

/** True only where no connection came about: whatever fails later may have failed after the request was read. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnsent)
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return isUnsent(error.cause)
}

/** `fetch` hides what happened behind one "fetch failed"; the cause says it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The call was given up.'
  if (error.cause instanceof Error) return describe(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0])
  return error.message || error.name
}

/** The part after the colon is the secret; an error may carry it without the rest. */
function redact(text: string, token: string): string {
  const secret = token.slice(token.indexOf(':') + 1)
  return secret ? text.replaceAll(token, '<token>').replaceAll(secret, '<token>') : text
}
