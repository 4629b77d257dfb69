import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { Operator } from './inbox.ts'
import { PRESENCE_STATES } from './inbox-names.ts'
import * as presencePaths from './paths/presence.ts'

/** Someone who looks after conversations has one of them open; one person, however many tabs they have. */
export const Presence = z.object({
  conversation_id: z.uuid(),
  user: Operator,
  state: z.enum(PRESENCE_STATES),
  /** Without news by then they are not typing any more, or not there any more. */
  expires_in_ms: z.number().int().min(0),
})
export type Presence = z.infer<typeof Presence>

const People = z.object({ data: z.array(Presence) })

export const SendPresence = z.object({
  state: z.enum(PRESENCE_STATES),
  /** Made by the client for each of its tabs, so that closing one does not end another. */
  tab: z.uuid().optional(),
})
export type SendPresence = z.output<typeof SendPresence>

export const presenceEndpoints = describeEndpoints(presencePaths, {
  listPresence: {
    summary: 'List who has which conversation open, of those that the caller sees',
    answer: People,
  },
  sendPresence: {
    summary:
      'Say that the caller looks at a conversation, types in it or has left it; it ends by itself unless repeated',
    params: z.object({ conversation_id: z.uuid() }),
    body: SendPresence,
    answer: People,
    errors: { 429: [] },
  },
})
