import { type CallCloseCode, callCloseCodes } from '#contracts/call-close-codes.ts'
import type { CallEvent, CallerMessage } from '#contracts/voice-socket.ts'

/** Audio beyond this has waited for the network so long that nobody wants it. */
const MAX_WAITING_BYTES = 480_000
const OPEN_TIMEOUT_MS = 15_000
/** Longer than three heartbeats of the server take. */
const SILENT_TIMEOUT_MS = 10_000

type Handlers = {
  onEvent(event: CallEvent): void
  onAudio(pcm: ArrayBuffer): void
  /** Once, however it ended; not after `close`. */
  onClosed(): void
}

export type CallSocket = {
  send(message: CallerMessage): void
  sendAudio(pcm: ArrayBuffer): void
  close(code: CallCloseCode): void
}

/** The socket of a call. */
export function openCallSocket(url: string, { onEvent, onAudio, onClosed }: Handlers): CallSocket {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  let isOver = false
  let hasHeartbeat = false
  const end = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    socket.close(callCloseCodes.continues)
    onClosed()
  }
  // A network that swallows packets would leave it connecting for minutes.
  let timer = setTimeout(end, OPEN_TIMEOUT_MS)
  const expectMore = () => {
    clearTimeout(timer)
    timer = setTimeout(end, SILENT_TIMEOUT_MS)
  }
  socket.onopen = () => clearTimeout(timer)
  socket.onclose = end
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (isOver) return
    if (hasHeartbeat) expectMore()
    if (typeof data !== 'string') return onAudio(data)
    const event = parseEvent(data)
    if (event?.type === 'heartbeat') {
      hasHeartbeat = true
      expectMore()
    } else if (event) {
      onEvent(event)
    }
  }
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    sendAudio(pcm) {
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MAX_WAITING_BYTES) socket.send(pcm)
    },
    close(code) {
      isOver = true
      clearTimeout(timer)
      socket.close(code)
    },
  }
}

function parseEvent(text: string): CallEvent | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const isEvent = typeof parsed === 'object' && parsed !== null && 'type' in parsed
    return isEvent ? (parsed as CallEvent) : null
  } catch {
    return null
  }
}
