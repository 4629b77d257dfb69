import { setTimeout as sleep } from 'node:timers/promises'
import { type Delivery, NotYetDeliverableError, UndeliverableError } from '../../conversations/define-channel.ts'
import type { PlatformAnswer } from './platform-answer.ts'

/** Longer than a client waits for an answer, so that it gives up first and tells what it knows. */
const REQUEST_MS = 30_000
/** A longer pause is left to the next attempt. */
const MAX_PAUSE_SECONDS = 20
/** After so long a request whose answer did not come has been carried out, or never is. */
const UNCERTAIN_WAIT_SECONDS = 30

type SendOptions<Answer> = {
  /** How many parts are there once this has arrived. */
  countsAs?: number
  /** How long the request may take, in milliseconds. */
  withinMs?: number
  /** Whether a refusal is of the form, so that the same may be sent in another one. */
  isWrongForm?: (answer: Answer) => boolean
  /** Another attempt finds out what an unknown outcome was (`resolvesUncertainParts`). */
  isResolvedLater?: boolean
  /** What a refusal tells beyond this message; may throw for another attempt. */
  onRefusal?: (answer: Extract<Answer, { outcome: 'refused' }>) => Promise<void>
}

/**
 * Sends one request of a delivery at most once, because platforms know no idempotency key. What certainly did not arrive may be
 * sent again, by this attempt or the next; what may have arrived is not. False where the platform did not accept its form, as
 * `isWrongForm` judges.
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
