import type { Context } from '../context.ts'

/** One open WebSocket, as its endpoint sees it. */
export type Connection = {
  sendText(text: string): void
  sendBinary(bytes: Buffer): void
  /** How much of what was sent has not left this process yet, in bytes. */
  pendingBytes(): number
  /** Says goodbye with a code of RFC 6455 or of 4000 to 4999; what was sent before still leaves. */
  close(code: number, reason: string): void
  /** Aborted once the connection is closed, by either side. */
  readonly closed: AbortSignal
  /** The code that it was closed with: 1006 where it broke without a close frame, 0 while it is open. */
  closeCode(): number
}

/** Receives what a client sends, in its order. */
export type Receiver = {
  /** UTF-8, whole. Its bytes count as unfinished until a promise that is returned is settled. */
  onText(text: Buffer): void | Promise<void>
  onBinary(bytes: Buffer): void
  /** The server stops: the endpoint ends what it does and closes the connection. Resolves when nothing is left to save. */
  onStop(): Promise<void>
}

/** Plain WebSockets at one path, beside those of the pushes. */
export type WebSocketEndpoint = {
  readonly path: string
  /** A larger message closes the connection (1009). */
  readonly maxMessageBytes: number
  /** Messages that come before the receiver exists wait for it. */
  readonly open: (ctx: Context, request: { url: URL; address: string }, connection: Connection) => Receiver
}
