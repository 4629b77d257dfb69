import { encodePcm, levelOf } from '../audio/pcm.ts'
import { createResampler } from '../audio/resampler.ts'
import { CAPTURE, type FromCapture, type ToCapture } from './messages.ts'

const SENT_HZ = 24_000
const FRAME_MS = 20
const FRAME = (SENT_HZ * FRAME_MS) / 1000

/** Makes frames to send of what the microphone records. */
class Capture extends AudioWorkletProcessor {
  readonly #resample = createResampler(sampleRate, SENT_HZ)
  #frame = new Float32Array(FRAME)
  #filled = 0
  #isSending = true

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<ToCapture>) => {
      this.#isSending = data.isSending
      this.#filled = 0
    }
  }

  process([input]: Float32Array[][]): boolean {
    const [channel] = input ?? []
    if (!channel) return true
    // Continues while nothing is sent, so that the first frame afterwards begins without a click.
    for (const sample of this.#resample(channel)) {
      this.#frame[this.#filled++] = sample
      if (this.#filled < FRAME) continue
      this.#filled = 0
      if (!this.#isSending) continue
      const frame: FromCapture = { pcm: encodePcm(this.#frame), level: levelOf(this.#frame) }
      this.port.postMessage(frame, [frame.pcm])
    }
    return true
  }
}

registerProcessor(CAPTURE, Capture)
