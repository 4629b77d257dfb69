import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { MAX_SYSTEM_CHARACTERS } from './flow-names.ts'
import { Done, enveloped, Instant } from './page.ts'
import * as stargatePaths from './paths/stargate.ts'

export const StargateStatus = z.enum(['created', 'requested', 'responded', 'completed', 'failed'])
export type StargateStatus = z.infer<typeof StargateStatus>

/** A request that a flow wants made inside the customer's network. */
export const StargateTask = z.object({
  stargate_task_id: z.uuid(),
  organization_id: z.uuid(),
  /** Which of the customer's systems it is for. */
  system: z.string(),
  method: z.string(),
  uri: z.string(),
  body: z.unknown(),
  response: z.string().nullable(),
  status: StargateStatus,
  /** When nobody waits for the response any more. */
  expires_at: Instant,
  created_at: Instant,
  updated_at: Instant,
})
export type StargateTask = z.infer<typeof StargateTask>

/** What the reference gateway answers with. Any other text is taken as it is. */
export const GatewayResponse = z.object({
  ok: z.boolean(),
  status: z.number().int(),
  body: z.unknown(),
  error: z.string().optional(),
})
export type GatewayResponse = z.infer<typeof GatewayResponse>

export const stargateEndpoints = describeEndpoints(stargatePaths, {
  awaitTasks: {
    summary: 'Wait up to 60 seconds for tasks of a system; each is handed to one gateway',
    query: z.object({
      system: z.string().min(1).max(MAX_SYSTEM_CHARACTERS),
      /** A name of its own: what it took goes to another gateway once it has not asked for 90 seconds. Without one it keeps that until the task expires. */
      gateway: z.string().min(1).max(200).optional(),
    }),
    answer: enveloped(z.array(StargateTask)),
  },
  answerTask: {
    summary: 'Answer a task with any body, which is kept as text',
    params: z.object({ task_id: z.uuid().toLowerCase() }),
    text_body: true,
    body: z.preprocess((sent) => (typeof sent === 'string' ? sent : ''), z.string()),
    answer: Done,
    errors: { 400: ['NOT_REQUESTED'], 404: [] },
  },
})
