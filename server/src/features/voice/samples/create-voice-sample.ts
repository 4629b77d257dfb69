import type { z } from 'zod'
import { canTalk } from '#contracts/realtime-vendors.ts'
import type { voiceEndpoints } from '#contracts/voice.ts'
import { AppError } from '#platform/error.ts'
import { requireModel, voicesOf } from '../../catalog/access.ts'
import { ModelFailure } from '../../models/model-language.ts'
import { openRealtimeSession } from '../../models/realtime/open-realtime-session.ts'
import { resolveRealtime, resolveSpeaker } from '../../models/speech/resolve-speech-model.ts'
import type { Pcm } from '../../models/speech/speech-language.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../../runs/run-outcome.ts'
import { createSpeaker } from '../../runs/speech/synthesize-speech.ts'

type Wanted = z.output<(typeof voiceEndpoints.createVoiceSample)['body']>

const SAMPLE = 'Hello! This is how I sound. What can I do for you?'
const TIMEOUT_MS = 30_000

/** What a voice sounds like. It is paid by the organization, as far as it was made, and logged in no run. */
export async function createVoiceSample(
  ctx: OrgContext,
  { tts_model, voice, text = SAMPLE }: Wanted,
  signal: AbortSignal,
): Promise<Pcm> {
  const model = await requireModel(ctx, tts_model)
  const isRealtime = canTalk(model)
  if (!(model.is_tts || isRealtime) || !(await voicesOf(ctx, model)).includes(voice)) {
    throw new AppError('unprocessable', `${model.name} does not speak with this voice`, { code: 'NO_VOICE' })
  }
  const candidate = await (isRealtime ? resolveRealtime : resolveSpeaker)(ctx, model.id)
  if (!candidate) {
    throw new AppError('unprocessable', `${model.name} is not connected`, { code: 'TEAMMATE_NOT_READY' })
  }
  const opened = isRealtime
    ? openRealtimeSession(candidate.connection, { model: model.model, voice, onAnswer: ignore, timeoutMs: TIMEOUT_MS })
    : null
  const connection = opened ? { ...candidate.connection, session: opened.session } : candidate.connection
  try {
    const speaker = createSpeaker(ctx, { candidate: { ...candidate, connection }, voice, employee_id: null })
    const pieces: Pcm[] = []
    for await (const piece of speaker.speak(text, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])))
      pieces.push(piece)
    return Buffer.concat(pieces)
  } catch (error) {
    if (error instanceof RunFailure) throw new AppError('unprocessable', error.message, { code: error.code })
    if (error instanceof ModelFailure)
      throw new AppError('bad_gateway', error.message, { code: 'MODEL_FAILED', cause: error })
    throw error
  } finally {
    opened?.close()
  }
}

/** Nothing is asked of it. */
const ignore = () => ({ text: () => undefined, audio: () => undefined, end: () => undefined })
