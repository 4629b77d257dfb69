import type { AnswerAt, RequestAt } from '#contracts/endpoints.ts'
import { type Parts, requestOf } from '#contracts/request.ts'
import type { voiceEndpoints } from '#contracts/voice.ts'
import type { WebchatInit, webchatEndpoints } from '#contracts/webchat.ts'
import { FRAME_CONTACT_FIELDS, type FrameContact } from '#contracts/widget-frames.ts'
import { frameAddress } from './loader-link.ts'
import { changeSession, readSession, type Session } from './session.ts'

type WebchatAt =
  | (typeof webchatEndpoints)[keyof typeof webchatEndpoints]['at']
  | (typeof voiceEndpoints)['createWebchatVoiceSession']['at']
type Parted<At extends WebchatAt> = RequestAt<At> extends infer Request ? Request : never

/** What an endpoint says of its refusal. */
type Refusal = { error?: string; code?: string; reason?: string; limits?: WebchatInit['attachmentLimits'] }

/** Why there is no answer: `status` is 0 where nobody answered. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterSeconds: number
  readonly refusal: Refusal

  constructor(status: number, refusal: Refusal, retryAfterSeconds = 0) {
    super(refusal.error ?? '')
    this.status = status
    this.code = refusal.code ?? ''
    this.retryAfterSeconds = retryAfterSeconds
    this.refusal = refusal
  }
}

const TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 300_000
/** What a visitor does last before leaving the page still arrives; browsers carry 64 KiB of bodies beyond a page's end. */
const MAX_KEPT_ALIVE = 16_000
/** The stored token is no longer this visitor's: without it the same request may pass. */
const OUTDATED = ['WEBCHAT_TOKEN_INVALID', 'CONTACT_MISMATCH']

let contact: Record<string, string> = {}

/** Whom the page says its visitor is, for all requests from now on. */
export function setContact(next: FrameContact): void {
  const fields = FRAME_CONTACT_FIELDS.map((name) => [name, String(next[name] ?? '').trim()] as const)
  contact = Object.fromEntries(fields.filter(([, value]) => value !== ''))
}

/** Called when a token was dropped: what belonged to its visitor is another's now. */
export const forgotten = new EventTarget()

/** Calls an endpoint of webchat; a token that is not taken is dropped, and the request is tried once without it. */
export async function callApi<At extends WebchatAt>(at: At, parts: Omit<Parted<At>, never>): Promise<AnswerAt<At>> {
  const { token } = readSession()
  try {
    return await exchange<At>(at, parts, token)
  } catch (error) {
    if (!token || !isOutdated(error)) throw error
    changeSession((now) => (now.token === token ? withoutVisitor(now, error) : {}))
    // Also where the page may do nothing without it: what it stood for must not stay on the screen.
    forgotten.dispatchEvent(new Event('token'))
    return await exchange<At>(at, parts, readSession().token)
  }
}

/** What someone else has not sent yet is not ours to send; what we wrote ourselves begins a conversation again. */
function withoutVisitor({ outbox }: Session, error: unknown): Partial<Session> {
  const isAnother = error instanceof ApiFailure && error.code === 'CONTACT_MISMATCH'
  const own = isAnother ? [] : outbox.map((one) => ({ ...one, conversation_id: null }))
  return { token: null, conversation_id: null, seen: {}, outbox: own }
}

function isOutdated(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || ![400, 401, 403].includes(error.status)) return false
  return OUTDATED.includes(error.code)
}

function unanswered(cause: unknown): never {
  throw new ApiFailure(0, { error: cause instanceof Error ? cause.message : '' })
}

async function exchange<At extends WebchatAt>(at: At, parts: Parts, token: string | null): Promise<AnswerAt<At>> {
  const event_id = frameAddress.eventId || undefined
  const isRead = at.startsWith('GET')
  const named = Object.fromEntries(Object.entries(contact).map(([name, value]) => [`contact_${name}`, value]))
  const request = requestOf(at, { ...parts, ...(isRead && { query: { event_id, ...named, ...parts.query } }) })
  const body = isRead ? undefined : JSON.stringify({ event_id, contact, ...(parts.body as object | undefined) })
  const response = await fetch(request.path, {
    method: request.method,
    headers: {
      accept: 'application/json',
      'api-key': frameAddress.apiKey,
      ...(token && { 'webchat-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    credentials: 'omit',
    keepalive: !isRead && (body?.length ?? 0) < MAX_KEPT_ALIVE,
    signal: AbortSignal.timeout(body && body.length > 100_000 ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
    ...(body !== undefined && { body }),
  }).catch(unanswered)
  // An answer that was cut on its way is none. A refusal may be a page of a proxy.
  const answer = await response.json().catch(response.ok ? unanswered : () => ({}))
  if (response.ok) return answer as AnswerAt<At>
  throw new ApiFailure(response.status, Object(answer) as Refusal, Number(response.headers.get('retry-after')) || 0)
}
