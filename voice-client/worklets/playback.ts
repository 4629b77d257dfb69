import { decodePcm, levelOf } from '../audio/pcm.ts'
import { createPlaybackQueue } from '../audio/playback-queue.ts'
import { createResampler } from '../audio/resampler.ts'
import { type FromPlayback, PLAYBACK, type ToPlayback } from './messages.ts'

const RECEIVED_HZ = 24_000
const REPORT_MS = 50

/** Plays what arrives, and reports how loud it is. */
class Playback extends AudioWorkletProcessor {
  readonly #queue = createPlaybackQueue(sampleRate)
  #resample = createResampler(RECEIVED_HZ, sampleRate)
  #sinceReport = 0
  #level = 0
  #wasPlaying = false
  #isOpen = true

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<ToPlayback>) => this.#receive(data)
  }

  #receive(message: ToPlayback): void {
    if (message.type === 'push') this.#queue.push(this.#resample(decodePcm(message.pcm)))
    if (message.type === 'complete') this.#queue.complete()
    if (message.type === 'close') this.#isOpen = false
    if (message.type !== 'flush') return
    this.#queue.flush()
    // What it still remembers belongs to what was dropped.
    this.#resample = createResampler(RECEIVED_HZ, sampleRate)
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [first, ...others] = output ?? []
    if (!first) return this.#isOpen
    this.#queue.pull(first)
    for (const channel of others) channel.set(first)
    this.#level = Math.max(this.#level, levelOf(first))
    this.#sinceReport += first.length
    const isPlaying = this.#queue.isPlaying()
    if (isPlaying !== this.#wasPlaying || this.#sinceReport >= (REPORT_MS * sampleRate) / 1000) this.#report(isPlaying)
    return this.#isOpen
  }

  #report(isPlaying: boolean): void {
    const report: FromPlayback = {
      level: this.#level,
      isPlaying,
      bufferedMs: this.#queue.bufferedMs(),
      underruns: this.#queue.underruns(),
    }
    this.port.postMessage(report)
    this.#wasPlaying = isPlaying
    this.#level = 0
    this.#sinceReport = 0
  }
}

registerProcessor(PLAYBACK, Playback)
