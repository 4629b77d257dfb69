import type { RunCost } from '#contracts/runs.ts'
import { type AudioFile, ModelFailure } from '../../models/model-language.ts'
import type { Candidate } from '../../models/resolve-models.ts'
import { wavFile } from '../../models/speech/wav-file.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { RunFailure } from '../../runs/run-outcome.ts'
import { SpeechWentOn, transcribeSpeech } from '../../runs/speech/transcribe-speech.ts'
import type { TeammateRow } from '../../teammates/table.ts'
import { DETECTION_RATE_HZ } from './detection/voice-activity.ts'

/** A touch of the button, or a knock: no word is as short. */
const MIN_SAMPLES = DETECTION_RATE_HZ * 0.15
/** A cough has less of what seems to be voice. */
const MIN_SENTENCE_MS = 1000

/** What a turn has taken until its words were known. */
export type Listening = {
  listened_ms: number
  transcribing_ms: number
  /** When the caller had ended. */
  ended_at_ms: number
  costs: RunCost[]
}

export type Transcribed =
  | { text: string; listening: Listening }
  /** No failure where it was nothing. */
  | { text: null; failure: RunFailure | ModelFailure | null; costs?: RunCost[] }

/** Whether so much voice was certainly meant to be understood. */
export const isSentence = ({ voiced_ms }: { voiced_ms: number }): boolean => voiced_ms >= MIN_SENTENCE_MS

/** Whether there were no words, as far as the recognizer knows. */
export const hasNoWords = ({ failure }: Extract<Transcribed, { text: null }>): boolean =>
  failure === null || (failure instanceof ModelFailure && failure.kind === 'nothing_understood')

/** What was said. */
export async function transcribeTurn(
  ctx: OrgContext,
  teammate: TeammateRow,
  findModel: () => Promise<Candidate>,
  samples: Int16Array,
  signal: AbortSignal,
): Promise<Transcribed> {
  if (samples.length < MIN_SAMPLES) return { text: null, failure: null }
  const ended_at_ms = Date.now()
  const costs: RunCost[] = []
  const listened_ms = Math.round((samples.length / DETECTION_RATE_HZ) * 1000)
  const heard = () => costs.map((cost) => ({ ...cost, listened_ms }))
  try {
    const text = await transcribeSpeech(ctx, teammate, audioOf(samples), signal, costs, findModel)
    return { text, listening: { listened_ms, transcribing_ms: Date.now() - ended_at_ms, ended_at_ms, costs: heard() } }
  } catch (error) {
    if (signal.reason instanceof SpeechWentOn) return { text: null, failure: null, costs: heard() }
    if (error instanceof ModelFailure && error.kind !== 'nothing_understood') {
      ctx.log.warn({ err: error, employee_id: teammate.id }, 'speech in a call could not be transcribed')
    }
    if (error instanceof RunFailure || error instanceof ModelFailure)
      return { text: null, failure: error, costs: heard() }
    throw error
  }
}

/** The file that recognizers take. */
function audioOf(samples: Int16Array): AudioFile {
  const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  return { name: 'speech.wav', mime_type: 'audio/wav', bytes: wavFile(pcm, DETECTION_RATE_HZ) }
}
