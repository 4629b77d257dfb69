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
export function openPlayback(line: Pick<Line, 'sendAudio'>, nowMs: () => number = () => performance.now()) {
  let queue: Played[] = []
  const played: Played[] = []
  let sentMs = 0
  /** What was sent last, which may not have been heard yet. */
  let recent: { played: Played; frame: Pcm }[] = []
  /** When the first sample would have been heard, had there been no gaps. */
  let originMs = nowMs()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let isPaused = false
  let onProgress = (): void => undefined

  const heardMs = (): number => Math.min(sentMs, nowMs() - originMs)

  /** Sends what is due, and comes back when more is. */
  function pump(): void {
    timer = null
    if (isPaused) return
    for (let current = queue[0]; current && !isStopped; current = queue[0]) {
      if (current.clip.isFinished()) {
        queue = queue.slice(1)
        onProgress()
        continue
      }
      // After a gap nothing is left over at the other end.
      originMs = Math.max(originMs, nowMs() - sentMs)
      const aheadMs = originMs + sentMs - nowMs()
      const waitMs = aheadMs + FRAME_MS - MAX_AHEAD_MS
      if (waitMs > 0) comeBackIn(waitMs)
      if (waitMs > 0) return
      const frame = current.clip.read(FRAME_MS * BYTES_PER_MS)
      if (frame.length === 0) return
      if (current.startMs === null) {
        current.startMs = sentMs
        played.push(current)
        current.onStart()
        onProgress()
      }
      line.sendAudio(frame)
      recent = [...recent, { played: current, frame }].slice(-MAX_RECENT_FRAMES)
      sentMs += frame.length / BYTES_PER_MS
      current.sentMs += frame.length / BYTES_PER_MS
    }
    // What was sent is still being heard.
    if (!isStopped && sentMs > heardMs()) comeBackIn(sentMs - heardMs())
    else onProgress()
  }

  function comeBackIn(ms: number): void {
    timer ??= setTimeout(pump, Math.max(1, Math.ceil(ms)))
  }

  function takeBack(played: Played, frame: Pcm): void {
    const ms = frame.length / BYTES_PER_MS
    played.clip.unread(frame)
    played.sentMs -= ms
    sentMs -= ms
    if (queue[0] !== played) queue = [played, ...queue]
  }

  return {
    add(clip: Clip, onStart: () => void): void {
      if (isStopped) return
      queue.push({ clip, onStart, startMs: null, sentMs: 0 })
      const proceed = (): void => void (timer ?? pump())
      clip.listen(proceed)
      // Some of it may be there already.
      proceed()
    },
    /** Sends nothing until it is resumed, and then again what the client has not played yet, which it drops. */
    pause(): void {
      if (isPaused || isStopped) return
      isPaused = true
      const heard = heardMs()
      while (sentMs > heard) {
        const last = recent.pop()
        if (!last) break
        takeBack(last.played, last.frame)
      }
    },
    resume(): void {
      if (!isPaused) return
      isPaused = false
      if (timer === null) pump()
    },
    /** How many clips are not finished, the one that is played included. */
    countUnfinished: () => queue.length,
    /** Whether all that was added was heard. */
    isIdle: () => queue.length === 0 && sentMs <= heardMs() + 1,
    /** How much of a clip was heard; 0 where it was not begun. */
    heardOf(clip: Clip): number {
      const found = played.find((one) => one.clip === clip)
      if (!found || found.startMs === null) return 0
      return Math.max(0, Math.min(found.sentMs, heardMs() - found.startMs))
    },
    heardMs,
    sentMs: () => sentMs,
    /** Called whenever a clip begins or ends, and when all was heard. */
    onProgress(listener: () => void): void {
      onProgress = listener
    },
    /** Sends nothing more; what was heard until now can still be asked for. */
    stop(): void {
      if (isStopped) return
      isStopped = true
      sentMs = heardMs()
      for (const one of played) {
        one.sentMs = Math.max(0, Math.min(one.sentMs, sentMs - (one.startMs ?? 0)))
      }
      queue = []
      if (timer) clearTimeout(timer)
      timer = null
      onProgress()
    },
  }
}
export type Playback = ReturnType<typeof openPlayback>
