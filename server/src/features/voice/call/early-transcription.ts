import type { RunCost } from '#contracts/runs.ts'
import { SpeechWentOn } from '../../runs/speech/transcribe-speech.ts'
import type { Speech } from './detection/speech-detector.ts'
import { hasNoWords, isSentence, type Transcribed } from './transcribe-turn.ts'

type Transcribe = (samples: Int16Array, signal: AbortSignal) => Promise<Transcribed>

type Ended = Extract<Speech, { type: 'ended' }>
type Early = { transcribed: Promise<Transcribed>; stop(): void; samples: number }

/**
 * Transcribes in a pause what may be the whole turn, so that its text is there when the pause turns out to be the end. Speech
 * that continues drops it. What is dropped is paid for: of an utterance no more than it has itself, and half of that again.
 *
 * The text does not tell that the turn is over: recognizers end what was broken off with a full stop, too
 * (`findings/moonshine-*.sh`).
 */
export function earlyTranscription(transcribe: Transcribe, signal: AbortSignal) {
  let early: Early | null = null
  let droppedSamples = 0
  let wasted: Promise<RunCost[]>[] = []

  function start(samples: Int16Array): Early {
    const stopped = new AbortController()
    const abort = (): void => stopped.abort(signal.reason)
    signal.addEventListener('abort', abort)
    const transcribed = transcribe(samples, stopped.signal).finally(() => signal.removeEventListener('abort', abort))
    const started = { transcribed, stop: () => stopped.abort(new SpeechWentOn()), samples: samples.length }
    // Awaited with the end of the turn, where it is not dropped.
    transcribed.catch(() => undefined)
    return started
  }

  function drop(): void {
    if (!early) return
    early.stop()
    droppedSamples += early.samples
    wasted.push(early.transcribed.then(costsOf, () => []))
    early = null
  }

  return {
    paused(samples: Int16Array): void {
      drop()
      if (!signal.aborted && droppedSamples * 2 <= samples.length) early = start(samples)
    },
    resumed: drop,
    /** The text of a turn that has ended. */
    async take(ended: Ended): Promise<Transcribed> {
      const begun = early
      const endedAtMs = Date.now()
      const earlier = wasted
      early = null
      droppedSamples = 0
      wasted = []
      const result = (await begun?.transcribed) ?? null
      const isUsable = result !== null && !isWorthAnotherTry(result, ended)
      if (result !== null && !isUsable) earlier.push(Promise.resolve(costsOf(result)))
      const now = isUsable ? since(result, endedAtMs) : await transcribe(ended.samples, signal)
      const costs = (await Promise.all(earlier)).flat()
      if (now.text === null) return now
      ended.learnPauses()
      return { ...now, listening: { ...now.listening, costs: [...costs, ...now.listening.costs] } }
    },
  }
}

/** Transcription before the end of the turn does not count as waiting. */
function since(transcribed: Transcribed, endedAtMs: number): Transcribed {
  if (transcribed.text === null) return transcribed
  const transcribing_ms = Date.now() - endedAtMs
  return { ...transcribed, listening: { ...transcribed.listening, ended_at_ms: endedAtMs, transcribing_ms } }
}

const costsOf = (transcribed: Transcribed): RunCost[] =>
  transcribed.text === null ? (transcribed.costs ?? []) : transcribed.listening.costs

/** Small recognizers find nothing in a sentence now and then, and its words in the same sound with a longer pause. */
const isWorthAnotherTry = (transcribed: Transcribed, ended: Ended): boolean =>
  transcribed.text === null && (!hasNoWords(transcribed) || isSentence(ended))
