import { callCloseCodes } from '#contracts/call-close-codes.ts'
import { VOICE_PATH } from '#contracts/socket.ts'
import type { CallErrorCode, CallEvent } from '#contracts/voice-socket.ts'
import type { Context } from '#platform/context.ts'
import type { Connection, Receiver, WebSocketEndpoint } from '#platform/socket/web-socket.ts'
import { bindWork } from '#platform/thread-share.ts'
import type { Call } from '../call/call.ts'
import type { Line } from '../line.ts'
import type { CallEndCode } from '../table.ts'
import { carryCall } from './carry-call.ts'
import { inboundLimits, MAX_MESSAGE_BYTES } from './inbound-limits.ts'
import { isSmall, readLargeMessage, readMessage } from './read-message.ts'

/** Audio that comes while the call is still being set up. */
const MAX_EARLY_MESSAGES = 200

/** A client that misses three of them in a row opens another line. */
const HEARTBEAT_MS = 3000

const NORMAL = 1000
const GOING_AWAY = 1001
const FORBIDDEN = 4403
/** What the server closes the socket with; the event before it says why in words. */
const closeCodes: { readonly [Code in CallErrorCode]?: number } = {
  SESSION_NOT_FOUND: 4404,
  CALL_NOT_ALLOWED: FORBIDDEN,
  SIGNED_OUT: FORBIDDEN,
  ORGANIZATION_INACTIVE: FORBIDDEN,
  TEAMMATE_UNAVAILABLE: FORBIDDEN,
  CHAT_UNAVAILABLE: FORBIDDEN,
  CONVERSATION_DELETED: FORBIDDEN,
  CONVERSATION_NOT_ACTIVE: FORBIDDEN,
  BAD_MESSAGE: 1008,
  TOO_MUCH_AUDIO: 1008,
  TOO_SLOW: 1008,
  SERVER_STOPPING: GOING_AWAY,
  SERVER_BUSY: 1013,
  CALL_FAILED: 1011,
}

/** Ends of the client's side that do not hang up; without a close frame the line broke, and browsers close with 1001 by themselves. */
const endCodes: Readonly<Record<number, CallEndCode>> = {
  1006: 'CONNECTION_LOST',
  [callCloseCodes.continues]: 'CONNECTION_LOST',
  [GOING_AWAY]: 'PAGE_LEFT',
  [callCloseCodes.pageLeft]: 'PAGE_LEFT',
}

/** `WebSocket /chat/realtime?session={session_id}` (contract, "Health and realtime"). */
export const voiceSocket: WebSocketEndpoint = {
  path: VOICE_PATH,
  maxMessageBytes: MAX_MESSAGE_BYTES,
  open: (ctx, { url }, connection) => openLine(ctx, url.searchParams.get('session') ?? '', connection),
}

function openLine(ctx: Context, session_id: string, connection: Connection): Receiver {
  const limits = inboundLimits(Date.now)
  let endedBy: CallErrorCode | null = null
  let call: Call | null = null
  /** What the client sends is done as work of the call’s organization. */
  let inWork = bindWork()
  let reading = Promise.resolve()
  const early: ((call: Call) => void)[] = []

  const line: Line = {
    send(event: CallEvent) {
      if (connection.closed.aborted) return
      connection.sendText(JSON.stringify(event))
      if (event.type === 'error' && event.is_final) endedBy = event.code
    },
    sendAudio: connection.sendBinary,
    pendingBytes: connection.pendingBytes,
    signal: connection.closed,
    endCode: () => endCodes[connection.closeCode()] ?? null,
  }
  const fail = (code: CallErrorCode, message: string): void => {
    if (call) {
      call.end(code, message)
    } else {
      line.send({ type: 'error', code, message, is_final: true })
      close()
    }
  }
  const close = (): void => connection.close(endedBy ? (closeCodes[endedBy] ?? NORMAL) : NORMAL, endedBy ?? '')

  const heartbeat = setInterval(() => call && line.send({ type: 'heartbeat' }), HEARTBEAT_MS)
  const ended = carryCall(ctx, session_id, line, {
    refuse: fail,
    onStarted(started) {
      call = started
      inWork = bindWork()
      for (const deliver of early.splice(0)) deliver(started)
    },
  })
    .catch(failUnexpectedly)
    .finally(() => {
      clearInterval(heartbeat)
      close()
    })

  function failUnexpectedly(error: unknown): void {
    ctx.log.error({ err: error }, 'a call failed')
    if (endedBy === null) fail('CALL_FAILED', 'The call failed')
  }

  /** What comes before the call has begun waits for it. */
  function deliver(to: (call: Call) => void): void {
    const started = call
    if (started) inWork(() => to(started))
    else if (early.length < MAX_EARLY_MESSAGES) early.push(to)
  }

  /** What is typed keeps its order, also behind a large message that is being read; the rest belongs to the audio around it. */
  function receive(message: ReturnType<typeof readMessage>): void {
    if (message?.type === 'user_message') reading = reading.then(() => accept(message)).catch(failUnexpectedly)
    else accept(message)
  }

  function accept(message: ReturnType<typeof readMessage>): void {
    if (endedBy !== null) return
    if (message) deliver((call) => call.receive(message))
    else line.send({ type: 'error', code: 'BAD_MESSAGE', message: 'The message could not be read', is_final: false })
  }

  return {
    onBinary(bytes) {
      if (endedBy !== null) return
      if (!limits.acceptAudio(bytes.length)) return fail('TOO_MUCH_AUDIO', 'More audio came than a call has')
      deliver((call) => call.hear(bytes))
    },
    onText(text) {
      if (endedBy !== null) return
      if (!limits.acceptMessage(text.length)) return fail('BAD_MESSAGE', 'Too many messages came')
      if (isSmall(text)) return receive(readMessage(text))
      reading = reading.then(() => readLargeMessage(text).then(accept)).catch(failUnexpectedly)
      return reading
    },
    async onStop() {
      fail('SERVER_STOPPING', 'The server is restarting')
      await ended
    },
  }
}
