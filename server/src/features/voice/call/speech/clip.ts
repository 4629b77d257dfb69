import { BYTES_PER_MS } from '#contracts/voice-socket.ts'
import type { Pcm } from '../../../models/speech/speech-language.ts'

/** No sentence is as long; a voice that never ends must not fill the memory. */
const MAX_CLIP_MS = 120_000

/** The audio of one passage: filled while it is synthesized, and read while it is played. */
export function openClip() {
  const chunks: Pcm[] = []
  let availableBytes = 0
  let receivedBytes = 0
  let isEnded = false
  let onChange = (): void => undefined

  return {
    push(pcm: Pcm): void {
      if (isEnded || receivedBytes > MAX_CLIP_MS * BYTES_PER_MS) return
      chunks.push(pcm)
      availableBytes += pcm.length
      receivedBytes += pcm.length
      onChange()
    },
    /** Nothing more comes. */
    end(): void {
      isEnded = true
      onChange()
    },
    /** At most so many bytes of what has come, in whole samples; empty where there is nothing yet. */
    read(maxBytes: number): Pcm {
      const wanted = Math.min(maxBytes, availableBytes) & ~1
      const parts: Pcm[] = []
      for (let missing = wanted; missing > 0; ) {
        const [first] = chunks
        if (!first) break
        const part = first.subarray(0, missing)
        parts.push(part)
        missing -= part.length
        if (part.length === first.length) chunks.shift()
        else chunks[0] = first.subarray(part.length)
      }
      availableBytes -= wanted
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
    /** Takes back what was read last. */
    unread(pcm: Pcm): void {
      chunks.unshift(pcm)
      availableBytes += pcm.length
    },
    /** Whether everything has come and was read. */
    isFinished: () => isEnded && availableBytes < 2,
    isEnded: () => isEnded,
    receivedMs: () => receivedBytes / BYTES_PER_MS,
    listen(listener: () => void): void {
      onChange = listener
    },
  }
}
export type Clip = ReturnType<typeof openClip>
