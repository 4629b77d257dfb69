import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import * as draftPaths from './paths/drafts.ts'
import { RUN_REFUSALS } from './runs.ts'

/** What an operator could answer. Nothing of it is sent, and no message keeps it. */
export const ReplyDraft = z.object({
  content: z.string(),
  /** The run that wrote it, as it is in the logs. */
  run_id: z.uuid(),
  model: z.string().nullable(),
})
export type ReplyDraft = z.infer<typeof ReplyDraft>

export const draftEndpoints = describeEndpoints(draftPaths, {
  draftReply: {
    summary: 'Have the teammate suggest a reply; concurrent requests of the same caller share one suggestion',
    params: z.object({ conversation_id: z.uuid() }),
    body: z.object({}),
    answer: ReplyDraft,
    errors: { 409: ['RUN_CANCELLED'], 422: [...RUN_REFUSALS, 'NOTHING_SAID'], 429: [], 502: ['MODEL_FAILED'], 504: [] },
  },
})
