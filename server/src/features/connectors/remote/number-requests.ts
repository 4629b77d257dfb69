import { randomInt } from 'node:crypto'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** Also a server that reads them as signed integers of 32 bits has room for all requests of a connection. */
const MAX_FIRST = 2 ** 31 - 2 ** 16

/**
 * Gives the requests of a connection numbers that others do not use at the same moment; returns what gives the client its own
 * numbers back. The official client counts from 0. A server with one connection for all its clients, as in the example of
 * @hono/mcp 0.3.2, sends an answer to the last one that asked under its number, so that calls at the same moment would get each
 * other's results, or none.
 */
export function numberRequests(line: Transport): (message: JSONRPCMessage) => void {
  const first = randomInt(1, MAX_FIRST)
  const send = line.send.bind(line)
  line.send = (message, options) => send(numbered(message, first), options)
  return (message) => {
    if (!('method' in message) && typeof message.id === 'number') message.id -= first
  }
}

function numbered(message: JSONRPCMessage, first: number): JSONRPCMessage {
  if (!('method' in message)) return message
  if ('id' in message) return typeof message.id === 'number' ? { ...message, id: message.id + first } : message
  const cancelled = message.method === 'notifications/cancelled' ? message.params?.requestId : undefined
  return typeof cancelled === 'number'
    ? { ...message, params: { ...message.params, requestId: cancelled + first } }
    : message
}
