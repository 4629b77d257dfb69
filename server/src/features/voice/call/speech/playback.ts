import { BYTES_PER_MS } from '#contracts/voice-socket.ts'
import type { Pcm } from '../../../models/speech/speech-language.ts'
import type { Line } from '../../line.ts'
import type { Clip } from './clip.ts'

/** The client has so much more than it has played: enough for an uneven network, and little to take back. */
const MAX_AHEAD_MS = 300
const FRAME_MS = 40
/** At the end of a clip frames are shorter. */
const MAX_RECENT_FRAMES = 16

type Played = {
  clip: Clip
  /** Called with its first audio. */
  onStart: () => void
  /** Where it begins in all that was sent; null until then. */
  startMs: number | null
  sentMs: number
}

/** Sends clips one after the other, as fast as they are heard, so that it is known at each moment what was heard. */
export class Playback {
  readonly #line: Pick<Line, 'sendAudio'>
  #queue: Played[] = []
  readonly #played: Played[] = []
  #sentMs = 0
  /** What was sent last, which may not have been heard yet. */
  #recent: { played: Played; frame: Pcm }[] = []
  /** When the first sample would have been heard, had there been no gaps. */
  #originMs = performance.now()
  #timer: NodeJS.Timeout | null = null
  #isStopped = false
  #isPaused = false
  #onProgress = (): void => undefined

  constructor(line: Pick<Line, 'sendAudio'>) {
    this.#line = line
  }

  add(clip: Clip, onStart: () => void): void {
    if (this.#isStopped) return
    this.#queue.push({ clip, onStart, startMs: null, sentMs: 0 })
    const proceed = (): void => void (this.#timer ?? this.#pump())
    clip.listen(proceed)
    // Some of it may be there already.
    proceed()
  }

  /** Sends what is due, and comes back when more is. */
  #pump(): void {
    this.#timer = null
    if (this.#isPaused) return
    for (let current = this.#queue[0]; current && !this.#isStopped; current = this.#queue[0]) {
      if (current.clip.isFinished()) {
        this.#queue = this.#queue.slice(1)
        this.#onProgress()
        continue
      }
      const waitMs = this.#untilDueMs()
      if (waitMs > 0) {
        this.#comeBackIn(waitMs)
        return
      }
      const frame = current.clip.read(FRAME_MS * BYTES_PER_MS)
      if (frame.length === 0) return
      this.#send(current, frame)
    }
    // What was sent is still being heard.
    if (!this.#isStopped && this.#sentMs > this.heardMs()) this.#comeBackIn(this.#sentMs - this.heardMs())
    else this.#onProgress()
  }

  /** How long until the next frame is to be sent. */
  #untilDueMs(): number {
    const now = performance.now()
    // After a gap nothing is left over at the other end.
    this.#originMs = Math.max(this.#originMs, now - this.#sentMs)
    return this.#originMs + this.#sentMs - now + FRAME_MS - MAX_AHEAD_MS
  }

  #send(played: Played, frame: Pcm): void {
    if (played.startMs === null) {
      played.startMs = this.#sentMs
      this.#played.push(played)
      played.onStart()
      this.#onProgress()
    }
    this.#line.sendAudio(frame)
    this.#recent = [...this.#recent, { played, frame }].slice(-MAX_RECENT_FRAMES)
    this.#sentMs += frame.length / BYTES_PER_MS
    played.sentMs += frame.length / BYTES_PER_MS
  }

  #comeBackIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#pump(), Math.max(1, Math.ceil(ms)))
  }

  /** Sends nothing until it is resumed, and then again what the client has not played yet, which it drops. */
  pause(): void {
    if (this.#isPaused || this.#isStopped) return
    this.#isPaused = true
    const heardMs = this.heardMs()
    while (this.#sentMs > heardMs) {
      const last = this.#recent.pop()
      if (!last) break
      this.#takeBack(last.played, last.frame)
    }
  }

  #takeBack(played: Played, frame: Pcm): void {
    const ms = frame.length / BYTES_PER_MS
    played.clip.unread(frame)
    played.sentMs -= ms
    this.#sentMs -= ms
    if (this.#queue[0] !== played) this.#queue = [played, ...this.#queue]
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    if (this.#timer === null) this.#pump()
  }

  /** Sends nothing more; what was heard until now can still be asked for. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#sentMs = this.heardMs()
    for (const one of this.#played) {
      one.sentMs = Math.max(0, Math.min(one.sentMs, this.#sentMs - (one.startMs ?? 0)))
    }
    this.#queue = []
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#onProgress()
  }

  /** Called whenever a clip begins or ends, and when all was heard. */
  onProgress(listener: () => void): void {
    this.#onProgress = listener
  }

  /** How many clips are not finished, the one that is played included. */
  countUnfinished(): number {
    return this.#queue.length
  }

  /** Whether all that was added was heard. */
  isIdle(): boolean {
    return this.#queue.length === 0 && this.#sentMs <= this.heardMs() + 1
  }

  /** How much of a clip was heard; 0 where it was not begun. */
  heardOf(clip: Clip): number {
    const found = this.#played.find((one) => one.clip === clip)
    if (!found || found.startMs === null) return 0
    return Math.max(0, Math.min(found.sentMs, this.heardMs() - found.startMs))
  }

  heardMs(): number {
    return Math.min(this.#sentMs, performance.now() - this.#originMs)
  }
}
