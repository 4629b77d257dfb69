import type { ModelPart, ModelRequest, ModelSession, VendorConnection } from '../model-language.ts'
import { silentVendor } from '../vendors/failure.ts'
import type { OnAnswer } from './answer-listener.ts'

/**
 * Gives up an answer, a text that is read aloud, or a transcription of which a vendor has sent nothing for so long: in a call
 * nobody waits for minutes, and another model can answer.
 */
export function limitSilence(connection: VendorConnection, timeoutMs: number) {
  const watches = new Set<ReturnType<typeof startWatch>>()

  function startWatch(signal: AbortSignal) {
    const silence = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const watch = {
      signal: AbortSignal.any([signal, silence.signal]),
      wait(): void {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(silentVendor(connection)), timeoutMs)
      },
      /** While what has come is worked on. */
      pause: () => clearTimeout(timer),
      [Symbol.dispose]() {
        clearTimeout(timer)
        watches.delete(watch)
      },
    }
    watches.add(watch)
    watch.wait()
    return watch
  }

  async function* watched<Part, Result>(
    signal: AbortSignal,
    begin: (signal: AbortSignal) => AsyncGenerator<Part, Result>,
  ): AsyncGenerator<Part, Result> {
    using watch = startWatch(signal)
    const parts = begin(watch.signal)
    try {
      for (;;) {
        watch.wait()
        const next = await parts.next()
        if (next.done) return next.value
        watch.pause()
        yield next.value
      }
    } finally {
      await parts.return(undefined as never)
    }
  }

  return {
    /** The sound of an answer comes beside its parts. */
    onAnswer:
      (onAnswer: OnAnswer): OnAnswer =>
      (truncate) => {
        const listener = onAnswer(truncate)
        return {
          ...listener,
          audio(pcm) {
            for (const watch of watches) watch.wait()
            listener.audio(pcm)
          },
        }
      },
    session: (session: ModelSession): ModelSession => ({
      answer: (request: ModelRequest, signal): AsyncGenerator<ModelPart> =>
        watched(signal, (until) => session.answer(request, until)),
      speak: (text, signal) => watched(signal, (until) => session.speak(text, until)),
      async transcribe(audio, signal) {
        using watch = startWatch(signal)
        return await session.transcribe(audio, watch.signal)
      },
    }),
  }
}
