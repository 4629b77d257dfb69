import { z } from 'zod'
import { defineBroadcast } from '#platform/event.ts'

/** A client has given up a call, whichever process makes it. */
export const hostedCallCancelled = defineBroadcast(
  'mcp.call-cancelled',
  z.object({ token_id: z.uuid(), request_id: z.union([z.string(), z.number()]) }),
)
