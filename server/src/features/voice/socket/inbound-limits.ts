import { BYTES_PER_MS } from '#contracts/voice-socket.ts'

/** Audio may arrive in bursts after a stall of the network, and a little faster than time, as clocks differ. */
const BURST_MS = 15_000
const MAX_SPEED = 1.1
const MAX_FRAME_BYTES = 64 * 1024
/** A frame is counted as this much at least: tiny ones cost as much as those that browsers send (128 samples and more). */
const MIN_COUNTED_BYTES = 5 * BYTES_PER_MS
const MESSAGES_PER_WINDOW = 30
/** Of all messages together: one file of the usual limit, and what a person writes beside it. */
export const MAX_MESSAGE_BYTES = 14 * 1024 * 1024
const WINDOW_MS = 10_000

/** What one client may send: about as much audio as time passes, and as many messages as a person causes. */
export function inboundLimits(nowMs: () => number) {
  let allowedBytes = BURST_MS * BYTES_PER_MS
  let countedAtMs = nowMs()
  let windowStartMs = nowMs()
  let messages = 0
  let messageBytes = 0

  return {
    /** False where it is more audio than there can be, or no audio. */
    acceptAudio(bytes: number): boolean {
      if (bytes > MAX_FRAME_BYTES || bytes % 2 !== 0) return false
      const now = nowMs()
      const earned = (now - countedAtMs) * BYTES_PER_MS * MAX_SPEED
      allowedBytes = Math.min(BURST_MS * BYTES_PER_MS, allowedBytes + earned) - Math.max(bytes, MIN_COUNTED_BYTES)
      countedAtMs = now
      return allowedBytes >= 0
    },
    acceptMessage(bytes: number): boolean {
      const now = nowMs()
      if (now - windowStartMs > WINDOW_MS) {
        windowStartMs = now
        messages = 0
        messageBytes = 0
      }
      messages += 1
      messageBytes += bytes
      return messages <= MESSAGES_PER_WINDOW && messageBytes <= MAX_MESSAGE_BYTES
    },
  }
}
