import { setTimeout as sleep } from 'node:timers/promises'
import { type Delivery, NotYetDeliverableError, UndeliverableError } from '../../conversations/define-channel.ts'
import type { PlatformAnswer } from './platform-answer.ts'

/** Longer than the HTTP client's own timeout, so that the client gives up first and reports the outcome. */
const REQUEST_MS = 30_000
/** A rate limit that lasts longer is left to the next attempt. */
const MAX_PAUSE_SECONDS = 20
/** After this time a request without an answer was either carried out or never will be. */
const UNCERTAIN_WAIT_SECONDS = 30

type SendOptions<Answer> = {
  /** How many parts of the message this request sends. */
  countsAs?: number
  /** How long the request may take, in milliseconds. */
  withinMs?: number
  /** Whether the platform refused the format, so that the same content may be sent in another one. */
  isWrongForm?: (answer: Answer) => boolean
  /** True where another attempt can look up an unknown outcome (`resolvesUncertainParts`). */
  isResolvedLater?: boolean
  /** Handles what a refusal means beyond this message, such as a revoked token; may throw to cause another attempt. */
  onRefusal?: (answer: Extract<Answer, { outcome: 'refused' }>) => Promise<void>
}

/**
 * Sends one request of a delivery at most once, because platforms know no idempotency key. It is retried, by this attempt or the
 * next, only when it certainly failed; never when the outcome is unknown. False where the platform refused the format
 * (`isWrongForm`).
 */
export async function sendPart<Answer extends PlatformAnswer<unknown>>(
  { parts, signal }: Pick<Delivery, 'parts' | 'signal'>,
  platform: string,
  request: () => Promise<Answer>,
  {
    countsAs = 1,
    withinMs = REQUEST_MS,
    isWrongForm = () => false,
    isResolvedLater = false,
    onRefusal,
  }: SendOptions<Answer> = {},
): Promise<boolean> {
  for (;;) {
    await parts.begin(withinMs)
    const answer = await request()
    if (answer.outcome === 'unknown') {
      const description = `It is not known whether ${platform} has sent it: ${answer.description}`
      if (isResolvedLater) throw new NotYetDeliverableError(description, UNCERTAIN_WAIT_SECONDS)
      throw new UndeliverableError(description)
    }
    await parts.end(answer.outcome === 'granted' ? countsAs : 0)
    if (answer.outcome === 'granted') return true
    if (isWrongForm(answer)) return false
    if (answer.outcome === 'limited') await pauseFor(answer.retry_after_seconds, platform, signal)
    else if (answer.outcome === 'unsent') {
      throw new NotYetDeliverableError(answer.description, answer.retry_after_seconds ?? 0)
    } else {
      await onRefusal?.(answer as Extract<Answer, { outcome: 'refused' }>)
      throw new UndeliverableError(answer.description)
    }
  }
}

async function pauseFor(seconds: number, platform: string, signal: AbortSignal): Promise<void> {
  if (seconds > MAX_PAUSE_SECONDS) throw new NotYetDeliverableError(`${platform} asks to wait ${seconds} s`, seconds)
  await sleep(seconds * 1000, undefined, { signal })
}
