import type { Context } from '#platform/context.ts'
import { storable } from '#platform/db/columns.ts'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { retryAfterMs } from '#platform/outbound/retry-after.ts'
import { wallClock } from '#platform/wall-clock.ts'
import type { Claimed } from './claim-deliveries.ts'
import { unpackBody } from './pack-body.ts'
import { signBody } from './sign-body.ts'

/** The limit of an answer that is read; less of it is stored. */
const MAX_READ_BYTES = 64 * 1024
const MAX_STORED = 1024
/** The longest pause that a receiver may ask for, because deliveries are deleted after 30 days. */
const MAX_PAUSE_MS = 86_400_000

/** `not_before`: the time until which the receiver asked for a pause. */
export type Answer = {
  status: number | null
  text: string | null
  problem: string | null
  duration_ms: number
  not_before: Date | null
}

/** Makes one attempt and returns its outcome, never an error. A redirect is a failure. */
export async function postBody(ctx: Context, claimed: Claimed): Promise<Answer> {
  const started = performance.now()
  const { WEBHOOK_TIMEOUT } = ctx.ports.config
  const clock = wallClock(new AbortController().signal, WEBHOOK_TIMEOUT, `No answer within ${WEBHOOK_TIMEOUT} seconds`)
  let status: number | null = null
  let text: string | null = null
  let problem: string | null = null
  let not_before: Date | null = null
  try {
    const body = new Uint8Array(unpackBody(claimed.body))
    const signed = signBody({ id: claimed.id, at: ctx.now(), body, secrets: secretsOf(ctx, claimed) })
    const response = await ctx.ports.outbound.fetch(claimed.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': 'Alongside-Webhooks', ...signed },
      body,
      signal: clock.signal,
    })
    status = response.status
    if (!response.ok) {
      problem = `The receiver answered ${status}`
      const pauseMs = retryAfterMs(response.headers, ctx.now())
      if (pauseMs !== null) not_before = new Date(ctx.now().getTime() + Math.min(pauseMs, MAX_PAUSE_MS))
    }
    text = await readBeginning(response)
  } catch (error) {
    // The status has arrived, so it does not matter if the body breaks off.
    if (status === null) problem = whyFailed(error, clock.signal)
  } finally {
    clock.stop()
  }
  return { status, text, problem, duration_ms: Math.round(performance.now() - started), not_before }
}

function secretsOf({ ports, now }: Context, claimed: Claimed): string[] {
  const { secret_sealed, previous_secret_sealed, previous_secret_until } = claimed
  const isOldGood = previous_secret_sealed !== null && previous_secret_until !== null && previous_secret_until > now()
  return [secret_sealed, ...(isOldGood ? [previous_secret_sealed] : [])].map(ports.cipher.decrypt)
}

/** Leaving the loop drops the connection, which reading further would keep. */
async function readBeginning(response: Response): Promise<string> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    if (size < MAX_STORED) kept.push(chunk.subarray(0, MAX_STORED - size))
    size += chunk.byteLength
    if (size > MAX_READ_BYTES) break
  }
  return storable(Buffer.concat(kept).toString('utf8'))
}

function whyFailed(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return String(signal.reason instanceof Error ? signal.reason.message : signal.reason)
  if (error instanceof OutboundRefused) return error.message
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code in SENTENCES) return SENTENCES[code] ?? ''
  }
  return 'The receiver could not be reached'
}

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver closed the connection',
  UND_ERR_SOCKET: 'The receiver closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver could not be connected in time',
  ENOTFOUND: 'The name of the receiver leads nowhere',
  EAI_AGAIN: 'The name of the receiver could not be looked up',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver cannot be verified',
}
