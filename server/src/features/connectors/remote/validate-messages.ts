import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { OutboundRefused } from '#platform/outbound/refused.ts'
import { MAX_TOOLS } from './clean-tools.ts'

const MAX_PIECES = 200
const MAX_REQUESTS = 20
const MAX_NOTIFICATIONS = 1000

/**
 * Looks at what a server says before the client does. Of a list it leaves what would be kept of it, because whatever is wrong with
 * each of its items is put together, while everyone waits; and each request, such as a ping, is answered with a request.
 */
export function validateMessages(): (message: JSONRPCMessage) => void {
  let requests = 0
  let notifications = 0
  return (message) => {
    if ('method' in message && ('id' in message ? ++requests > MAX_REQUESTS : ++notifications > MAX_NOTIFICATIONS))
      throw new OutboundRefused('The server says too much that is no answer')
    if ('result' in message) shortenLists(message.result)
  }
}

function shortenLists({ tools, content }: Record<string, unknown>): void {
  if (Array.isArray(tools)) tools.splice(MAX_TOOLS)
  if (!Array.isArray(content) || content.length <= MAX_PIECES) return
  const text = `[${content.length - MAX_PIECES} more pieces were left out]`
  content.splice(MAX_PIECES, content.length, { type: 'text', text })
}
