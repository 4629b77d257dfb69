import type { RunCost } from '#contracts/runs.ts'
import { newId } from '#platform/id.ts'
import { traced } from '#platform/trace.ts'
import { wallClock } from '#platform/wall-clock.ts'
import { type AudioFile, ModelFailure, type ModelUsage } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { resolveSpeechModel } from '../../models/speech/resolve-speech-model.ts'
import { estimateSpeech, maxWritten } from '../../models/speech/speech-usage.ts'
import { transcribeAudio } from '../../models/speech/transcribe-audio.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { plausibleUsage } from '../agent/complete-usage.ts'
import { RunFailure } from '../run-outcome.ts'
import { noticeLimit } from '../spend/daily-limit.ts'
import { addCost, costOf } from '../spend/model-costs.ts'
import { requireBudget } from '../spend/require-budget.ts'
import { reserveSpend, settleSpend } from '../spend/reserve-spend.ts'

/** The caller continues to speak: the transcription so far is discarded, but paid. */
export class SpeechWentOn extends Error {}

/**
 * Transcribes audio. It belongs to no run, and is paid like a model call.
 * Throws a `RunFailure` where the teammate may not, a `ModelFailure` where the vendor could not, or the signal's reason.
 */
export async function transcribeSpeech(
  ctx: OrgContext,
  teammate: TeammateRow,
  audio: AudioFile,
  signal: AbortSignal,
  /** Where what it costs is added, for a caller that shows it. */
  costs: RunCost[] = [],
  /** The teammate's own speech model, if no other one transcribes. */
  findModel: () => Promise<Candidate> = () => speechModelOf(ctx, teammate),
): Promise<string> {
  const candidate = await findModel()
  const { model, connection } = candidate
  const estimate = estimateSpeech(audio.bytes)
  const wanted = {
    inputTokens: estimate.input_tokens,
    output: maxWritten(audio.bytes),
    // A long message that is too dear does not close the teammate to what is cheaper.
    cheapestUsd: () => 0,
  }
  const reservation = await reserveSpend(ctx, { id: newId(), employee_id: teammate.id }, candidate, wanted, signal)
  // As long as any model call, so that the job that gives back what lost processes held knows when none is under way any more.
  const clock = wallClock(signal, ctx.ports.config.MODEL_CALL_TIMEOUT, 'The transcription took too long.')
  let usage: ModelUsage | null = null

  try {
    const attributes = { model: model.model, provider: model.provider }
    const spoken = await traced('transcription', attributes, () =>
      transcribeAudio(connection, model.model, audio, clock.signal),
    )
    usage = spoken.usage ?? estimate
    return spoken.text
  } catch (error) {
    if (error instanceof ModelFailure) usage = paidAnyway(error, estimate)
    else if (signal.reason instanceof SpeechWentOn) usage = estimate
    throw error
  } finally {
    clock.stop()
    if (usage) addCost(costs, candidate, plausibleUsage(usage))
    const spent = await settleSpend(ctx, reservation, usage ? costOf(model, plausibleUsage(usage)) : 0)
    if (spent !== null) await noticeLimit(ctx, teammate.id, 0)
  }
}

/** The contract's limits hold for a model without a price, too. */
export async function speechModelOf(ctx: OrgContext, teammate: TeammateRow): Promise<Candidate> {
  if (teammate.stt_model === null) {
    throw new RunFailure('TEAMMATE_NOT_READY', `${teammate.name} has no model that turns speech into text`)
  }
  const candidate = await resolveSpeechModel(ctx, teammate.stt_model)
  if (!candidate) {
    throw new RunFailure('TEAMMATE_NOT_READY', `${teammate.name}’s model for speech is not connected`)
  }
  await requireBudget(ctx, teammate, candidate)
  return candidate
}

/** A vendor that listened to silence has worked all the same. */
const paidAnyway = ({ kind, usage }: ModelFailure, estimate: ModelUsage): ModelUsage | null =>
  usage ?? (kind === 'nothing_understood' ? estimate : null)
