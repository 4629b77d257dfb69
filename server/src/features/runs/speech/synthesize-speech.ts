import type { RunCost } from '#contracts/runs.ts'
import { BYTES_PER_MS } from '#contracts/voice-socket.ts'
import { newId } from '#platform/id.ts'
import { traced } from '#platform/trace.ts'
import { wallClock } from '#platform/wall-clock.ts'
import { type CountedUsage, ModelFailure } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { resolveSpeaker } from '../../models/speech/resolve-speech-model.ts'
import type { Pcm, SpokenUsage } from '../../models/speech/speech-language.ts'
import { SPOKEN_TOKENS_PER_SECOND, spokenTokensOf } from '../../models/speech/speech-usage.ts'
import { synthesizeSpeech } from '../../models/speech/synthesize-speech.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { plausibleUsage } from '../agent/complete-usage.ts'
import { estimateText } from '../agent/estimate-tokens.ts'
import { RunFailure } from '../run-outcome.ts'
import { noticeLimit } from '../spend/daily-limit.ts'
import { leftToday } from '../spend/left-today.ts'
import { addCost, costOf } from '../spend/model-costs.ts'
import { reserveSpend, settleSpend } from '../spend/reserve-spend.ts'

/** What came of one text. */
export type Spoken = { cost_usd: number; seconds: number }

export type Speaker = {
  /** What it has cost so far, also for what was interrupted. */
  readonly costs: RunCost[]
  /**
   * Says a text; the sound comes as it is made. Throws a `RunFailure` where the teammate may not, a `ModelFailure` where the
   * vendor could not, or the signal's reason. Speech until then is paid.
   */
  speak(text: string, signal: AbortSignal): AsyncGenerator<Pcm, Spoken>
}

/** `employee_id`: whose limit counts; null where no teammate speaks, as for a sample. */
type Voice = { candidate: Candidate; voice: string; employee_id: string | null }

/** The teammate's own voice; throws a `RunFailure` where it has none that is connected, or may spend nothing more. */
export async function openSpeaker(ctx: OrgContext, teammate: TeammateRow): Promise<Speaker> {
  const { id: employee_id, name, tts_model, voice } = teammate
  if (tts_model === null || voice === null) throw new RunFailure('TEAMMATE_NOT_READY', `${name} has no voice`)
  const candidate = await resolveSpeaker(ctx, tts_model)
  if (!candidate) throw new RunFailure('TEAMMATE_NOT_READY', `${name}’s voice is not connected`)
  if ((await leftToday(ctx, employee_id)) === 0) {
    throw new RunFailure('DAILY_LIMIT_REACHED', `${name} has reached its spending limit for today`)
  }
  return createSpeaker(ctx, { candidate, voice, employee_id })
}

/** A voice of a model that the caller has resolved. */
export function createSpeaker(ctx: OrgContext, voice: Voice): Speaker {
  if (voice.candidate.key_type === 'platform' && ctx.organization.available_tokens <= 0) {
    throw new RunFailure('NO_CREDITS', 'The organization has no credits left')
  }
  const costs: RunCost[] = []
  return { costs, speak: (text, signal) => speakText(ctx, voice, { text, costs }, signal) }
}

/** It belongs to no run, and is paid like a model call of one. */
async function* speakText(
  ctx: OrgContext,
  { candidate, voice, employee_id }: Voice,
  { text, costs }: { text: string; costs: RunCost[] },
  signal: AbortSignal,
): AsyncGenerator<Pcm, Spoken> {
  const { model, connection } = candidate
  const inputTokens = estimateText(text)
  const wanted = { inputTokens, output: spokenTokensOf(text), cheapestUsd: () => 0 }
  const reservation = await reserveSpend(ctx, { id: newId(), employee_id }, candidate, wanted, signal)
  const clock = wallClock(signal, ctx.ports.config.MODEL_CALL_TIMEOUT, 'The speech took too long.')
  const request = { model: model.model, voice, text }
  const speech = synthesizeSpeech(connection, request, clock.signal)
  let counted: SpokenUsage = null
  let bytes = 0
  let cost_usd = 0
  const seconds = () => bytes / BYTES_PER_MS / 1000
  try {
    const attributes = { model: model.model, provider: model.provider }
    const nextOf = () => traced('speech', attributes, () => speech.next())
    for (let next = await nextOf(); ; next = await speech.next()) {
      if (next.done) {
        counted = next.value
        break
      }
      bytes += next.value.length
      yield next.value
    }
  } catch (error) {
    if (error instanceof ModelFailure && error.usage) counted = { ...error.usage, total_tokens: null }
    throw error
  } finally {
    // The vendor need not continue. A stream that was aborted fails as it is closed, and is paid all the same.
    await speech.return(null).catch(() => undefined)
    clock.stop()
    const usage = usageOf(counted, { inputTokens, seconds: seconds() })
    const isPaid = counted !== null || bytes > 0
    cost_usd = isPaid ? costOf(model, plausibleUsage(usage)) : 0
    if (isPaid) addCost(costs, candidate, plausibleUsage(usage), Math.round(seconds() * 1000))
    const spent = await settleSpend(ctx, reservation, cost_usd)
    if (spent !== null && employee_id !== null) await noticeLimit(ctx, employee_id, 0)
  }
  return { cost_usd, seconds: seconds() }
}

/** What the vendor counted, and an estimate of what it left out. */
function usageOf(counted: CountedUsage | null, { inputTokens, seconds }: { inputTokens: number; seconds: number }) {
  return {
    input_tokens: counted?.input_tokens ?? inputTokens,
    output_tokens: counted?.output_tokens ?? Math.ceil(seconds * SPOKEN_TOKENS_PER_SECOND),
    cached_input_tokens: 0,
  }
}
