import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'
import { vendors } from '#contracts/parties.ts'
import { type FailureKind, ModelFailure, type ModelUsage, type VendorConnection } from '../model-language.ts'

/** The `code` by which the outbound fetch says that it may not go to an address. */
export const REFUSED_ADDRESS = 'ADDRESS_REFUSED'

const MAX_DETAIL_LENGTH = 300
/** OpenAI's and Anthropic's words (the types of its SDK 1.14.0) for an account whose money is spent; both say it with 429. */
const SPENT = /\b(insufficient_quota|(contract|enforced)_spend_limit_reached)\b/

/** What went wrong in a model call: a failure people can read, or the caller's own reason for stopping. */
export function failureOf(error: unknown, connection: VendorConnection, signal: AbortSignal): unknown {
  if (signal.aborted && nameOf(signal.reason) !== 'TimeoutError') return signal.reason
  if (error instanceof ModelFailure) return error

  const label = labelOf(connection)
  const detail = detailOf(error, connection.api_key)
  const status = statusOf(error)
  const [kind, sentence] = signal.aborted ? timeout(label) : explain(error, label, status, detail)
  // A vendor that refuses a key likes to repeat parts of it.
  const cause = kind === 'unauthorized' || !detail ? undefined : new Error(detail)
  const retry_after_ms = kind === 'rate_limited' ? retryAfterMs(error) : null
  return new ModelFailure(kind, sentence, kind === 'broken_stream' ? undefined : status, cause, { retry_after_ms })
}

type Explanation = [FailureKind, string]

function explain(error: unknown, label: string, status: number | undefined, detail: string): Explanation {
  const causes = causesOf(error)
  if (causes.some((cause) => fieldOf(cause, 'code') === REFUSED_ADDRESS)) {
    return ['refused_address', `${label} has an address that this service may not call.`]
  }
  if (causes.some((cause) => nameOf(cause) === 'TimeoutError')) return timeout(label)
  if (SPENT.test(APICallError.isInstance(error) ? (error.responseBody ?? '') : typeOf(error))) {
    return ['rate_limited', `${label} reports that the account has reached its limit${detail && `: ${detail}`}`]
  }
  if (status !== undefined && status >= 300) return explainStatus(label, status, detail)
  if (isBroken(causes) || status !== undefined) return ['broken_stream', `${label} broke off its answer.`]
  const type = typeOf(error)
  return type ? explainType(label, type, detail) : ['unavailable', `${label} could not be reached.`]
}

export function answerTooLong(connection: VendorConnection, usage: ModelUsage | null = null): ModelFailure {
  const message = `${labelOf(connection)} wrote more than an answer may have.`
  return new ModelFailure('too_long', message, undefined, undefined, { usage })
}

export function brokenStream(connection: VendorConnection, usage: ModelUsage | null = null): ModelFailure {
  const message = `${labelOf(connection)} ended its answer before it was finished.`
  return new ModelFailure('broken_stream', message, undefined, undefined, { usage })
}

export function silentVendor(connection: VendorConnection): ModelFailure {
  return new ModelFailure('broken_stream', `${labelOf(connection)} has sent nothing for too long.`)
}

export function notConnected(connection: VendorConnection): ModelFailure {
  return new ModelFailure('unauthorized', `${vendors[connection.provider].label} is not connected.`)
}

/** What a vendor does not do; `why` continues after its name. */
export function refusedBy(connection: VendorConnection, why: string, usage: ModelUsage | null = null): ModelFailure {
  return new ModelFailure('rejected', `${labelOf(connection)} ${why}`, undefined, undefined, { usage })
}

export function nothingUnderstood(connection: VendorConnection, usage: ModelUsage | null): ModelFailure {
  const message = `${labelOf(connection)} understood nothing of the audio.`
  return new ModelFailure('nothing_understood', message, undefined, undefined, { usage })
}

function labelOf({ provider }: VendorConnection): string {
  return provider === 'custom' ? 'The custom model server' : vendors[provider].label
}

function timeout(label: string): Explanation {
  return ['timeout', `${label} did not answer in time.`]
}

/** Some vendors answer a wrong key with 400, and only the message says so. */
function explainStatus(label: string, status: number, detail: string): Explanation {
  if (status === 401 || status === 403 || (status === 400 && /\bapi key\b/i.test(detail))) {
    return ['unauthorized', `${label} did not accept the key.`]
  }
  if (status === 429) return ['rate_limited', `${label} has too many requests at the moment.`]
  if (status === 408 || status >= 500) return ['unavailable', `${label} is not available at the moment (${status}).`]
  return ['rejected', `${label} refused the request (${status})${detail && `: ${detail}`}`]
}

/** Errors inside a stream carry a word instead of a status. */
function explainType(label: string, type: string, detail: string): Explanation {
  if (/rate_limit|quota|exhausted/i.test(type)) return explainStatus(label, 429, detail)
  if (/auth|permission|api_key/i.test(type)) return explainStatus(label, 401, detail)
  if (/invalid|not_found|policy/i.test(type)) {
    return ['rejected', `${label} refused the request${detail && `: ${detail}`}`]
  }
  return ['unavailable', `${label} is not available at the moment.`]
}

function isBroken(causes: unknown[]): boolean {
  return causes.some(
    (cause) =>
      cause instanceof SyntaxError ||
      JSONParseError.isInstance(cause) ||
      TypeValidationError.isInstance(cause) ||
      InvalidResponseDataError.isInstance(cause),
  )
}

/** The numeric status, whether it came as an HTTP status or inside a streamed error. */
function statusOf(error: unknown): number | undefined {
  if (APICallError.isInstance(error)) return error.statusCode
  const given = fieldOf(error, 'statusCode') ?? Number(fieldOf(error, 'code') ?? fieldOf(error, 'status'))
  return typeof given === 'number' && given >= 300 && given < 600 ? given : undefined
}

/** In seconds, or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(error: unknown): number | null {
  const value = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  if (value === undefined) return null
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function typeOf(error: unknown): string {
  if (error instanceof Error) return ''
  return [fieldOf(error, 'type'), fieldOf(error, 'code'), fieldOf(error, 'status')]
    .filter((word) => typeof word === 'string')
    .join(' ')
}

/** The key is removed before the text is shortened, so that no part of it stays. */
function detailOf(error: unknown, key: string | null): string {
  const message = typeof error === 'string' ? error : fieldOf(error, 'message')
  if (typeof message !== 'string') return ''
  return withoutKey(message, key).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DETAIL_LENGTH)
}

function withoutKey(text: string, key: string | null): string {
  return key ? text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…') : text
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let at = error; at !== undefined && at !== null && causes.length < 10; at = fieldOf(at, 'cause')) causes.push(at)
  return causes
}

function nameOf(value: unknown): unknown {
  return fieldOf(value, 'name')
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
}
