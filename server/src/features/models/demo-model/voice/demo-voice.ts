import { SAMPLE_RATE_HZ } from '#contracts/voice-socket.ts'
import { IsolatedThread } from '#platform/isolated-thread.ts'
import { romanize } from './romanize.ts'
import type { DemoSound, DemoSpeech } from './thread.ts'

/** The voices of the demo, as they are listed, with what Flite calls them. They speak English, and Russian with its accent. */
const demoVoices: Readonly<Record<string, string>> = { 'Demo (female)': 'slt', 'Demo (male)': 'rms' }

const HEADER_BYTES = 44
const FLITE_RATE_HZ = 16_000
const limits = { deadlineMs: 20_000, memoryMb: 256, niceness: 0 }

/** A synthesizer of the demo: it needs no key and no network, and is no AI. */
export function createDemoVoice() {
  const thread = new IsolatedThread<DemoSpeech, DemoSound>(new URL('./thread.ts', import.meta.url), limits)
  let turn: Promise<unknown> = Promise.resolve()
  return {
    /** Samples of 24 kHz; null for a voice that it does not have, or where it cannot speak here. */
    async speak(text: string, name: string): Promise<Buffer | null> {
      const voice = demoVoices[name]
      if (!voice) return null
      // One after the other, as the thread takes one piece of work at a time.
      const spoken = turn.then(() =>
        thread.ask({ text: romanize(text), voice }, AbortSignal.timeout(limits.deadlineMs)),
      )
      turn = spoken.catch(() => undefined)
      const { wav } = await spoken
      return wav && faster(Buffer.from(wav).subarray(HEADER_BYTES))
    },
    close: () => thread[Symbol.asyncDispose](),
  }
}

/** From 16 to 24 kHz, three samples for two: between neighbors a straight line is good enough for this voice. */
function faster(pcm: Buffer): Buffer {
  const count = Math.floor(((pcm.length / 2) * SAMPLE_RATE_HZ) / FLITE_RATE_HZ)
  const out = Buffer.alloc(count * 2)
  const sampleAt = (n: number) => pcm.readInt16LE(Math.min(n * 2, pcm.length - 2))
  for (let n = 0; n < count; n++) {
    const at = (n * FLITE_RATE_HZ) / SAMPLE_RATE_HZ
    const before = Math.floor(at)
    const share = at - before
    out.writeInt16LE(Math.round(sampleAt(before) * (1 - share) + sampleAt(before + 1) * share), n * 2)
  }
  return out
}
