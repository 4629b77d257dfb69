import type { LookupFunction } from 'node:net'
import { WebSocket } from 'ws'

const HANDSHAKE_TIMEOUT_MS = 10_000
/** Of one message; no vendor sends as much. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

/** Opens a WebSocket to another server; redirects are not followed. */
export type OpenSocket = (url: URL, headers: Record<string, string>) => WebSocket

/** To addresses that the operator chose. */
export const openSocket: OpenSocket = (url, headers) => connectSocket(url, headers)

/** `lookup` judges the addresses of the host's name. */
export function connectSocket(url: URL, headers: Record<string, string>, lookup?: LookupFunction): WebSocket {
  return new WebSocket(url, {
    headers,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    followRedirects: false,
    ...(lookup && { lookup }),
  })
}
