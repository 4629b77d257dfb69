import type { StepLog } from '#contracts/logged-runs.ts'

export type SpeechPhase = 'listening' | 'transcribing' | 'thinking' | 'speaking'
type Timed = { phase: SpeechPhase; started: number; duration_ms: number }

/** What a call did for a run, one after the other; of what was not measured, such as listening to what was typed, there is nothing. */
export function speechPhases({ type, output, started_at }: StepLog): Timed[] {
  if (type !== 'speech' || typeof output !== 'object' || output === null) return []
  const measured = new Map<string, unknown>(Object.entries(output))
  const ms = (name: string): number => Number(measured.get(name) ?? 0)
  const begun = Date.parse(started_at)
  const asked = begun + ms('listened_ms')
  const understood = asked + ms('transcribing_ms')
  const phases: Timed[] = [
    { phase: 'listening', started: begun, duration_ms: ms('listened_ms') },
    { phase: 'transcribing', started: asked, duration_ms: ms('transcribing_ms') },
    { phase: 'thinking', started: understood, duration_ms: ms('thinking_ms') },
    { phase: 'speaking', started: asked + ms('first_audio_ms'), duration_ms: Math.round(ms('heard_seconds') * 1000) },
  ]
  return phases.filter(({ duration_ms }) => duration_ms > 0)
}
