import type { OrgContext } from '../../organizations/context.ts'
import { followAnswer } from '../../replies/follow-answer.ts'
import { logSpeech } from '../../runs/speech/log-speech.ts'
import type { Speaker } from '../../runs/speech/synthesize-speech.ts'
import type { Answered } from './find-answer.ts'
import type { SpokenAnswer } from './speech/spoken-answer.ts'
import type { Listening } from './transcribe-turn.ts'

/** An answer that waits for longer is logged without its speech. */
const RUN_TIMEOUT_MS = 60_000

type Logged = { spoken: SpokenAnswer; sent: Answered; wasInterrupted: boolean }

/** Writes into the run's log how long the call has listened, transcribed, waited and spoken for it. */
export async function logAnswer(
  ctx: OrgContext,
  answered: Logged,
  speaker: Promise<Speaker>,
  listening: Listening | null,
): Promise<void> {
  const { spoken, sent } = answered
  const receivedAtMs = Date.now()
  await spoken.done
  for await (const { end } of followAnswer(ctx, sent.answer.id, AbortSignal.timeout(RUN_TIMEOUT_MS))) {
    if (end !== null) break
  }
  const { first_passage_at, first_audio_at, spoken_seconds, heard_seconds } = spoken.figures
  const askedAtMs = listening?.ended_at_ms ?? receivedAtMs
  const understoodAtMs = listening && listening.ended_at_ms + listening.transcribing_ms
  const between = (from: number | null, to: number | null): number | null => from && to && Math.max(0, to - from)
  const voice = await speaker.catch(() => null)
  const costs = [...(listening?.costs ?? []), ...(voice?.costs ?? [])]
  await logSpeech(ctx, sent.run.id, {
    started_at: new Date(askedAtMs - (listening?.listened_ms ?? 0)),
    timeline: {
      listened_ms: listening?.listened_ms ?? null,
      transcribing_ms: listening?.transcribing_ms ?? null,
      waiting_ms: between(understoodAtMs, receivedAtMs),
      thinking_ms: between(receivedAtMs, first_passage_at),
      synthesizing_ms: between(first_passage_at, first_audio_at),
      first_audio_ms: between(askedAtMs, first_audio_at),
      spoken_seconds: roundTenth(spoken_seconds),
      heard_seconds: roundTenth(heard_seconds),
      was_interrupted: answered.wasInterrupted,
      costs,
    },
    costs,
  })
}

const roundTenth = (seconds: number): number => Math.round(seconds * 10) / 10
