import type { StepLog } from '#contracts/logged-runs.ts'

export type SpeechPhase = 'listening' | 'transcribing' | 'waiting' | 'thinking' | 'synthesizing' | 'speaking'
type Timed = { phase: SpeechPhase; started: number; duration_ms: number }

/** What a call did for a run, one after the other; of what was not measured, such as listening to what was typed, there is nothing. */
export function speechPhases({ type, output, started_at }: StepLog): Timed[] {
  if (type !== 'speech' || typeof output !== 'object' || output === null) return []
  const measured = new Map<string, unknown>(Object.entries(output))
  const ms = (name: string): number => Number(measured.get(name) ?? 0)
  const begun = Date.parse(started_at)
  const asked = begun + ms('listened_ms')
  const understood = asked + ms('transcribing_ms')
  // For the rest of a sentence, and for what is cut of an answer that was spoken over.
  const received = understood + ms('waiting_ms')
  const worded = received + ms('thinking_ms')
  const phases: Timed[] = [
    { phase: 'listening', started: begun, duration_ms: ms('listened_ms') },
    { phase: 'transcribing', started: asked, duration_ms: ms('transcribing_ms') },
    { phase: 'waiting', started: understood, duration_ms: ms('waiting_ms') },
    { phase: 'thinking', started: received, duration_ms: ms('thinking_ms') },
    { phase: 'synthesizing', started: worded, duration_ms: ms('synthesizing_ms') },
    { phase: 'speaking', started: asked + ms('first_audio_ms'), duration_ms: Math.round(ms('heard_seconds') * 1000) },
  ]
  return phases.filter(({ duration_ms }) => duration_ms > 0)
}
