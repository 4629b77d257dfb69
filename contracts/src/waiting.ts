import { z } from 'zod'
import { Instant } from './page.ts'

/** What a teammate wants to call, and with what. */
export const ToolToApprove = z.object({
  name: z.string(),
  call_id: z.string(),
  /** Left out of messages where it is too large for them; the run's questions have it. */
  input: z.unknown().optional(),
})
export type ToolToApprove = z.infer<typeof ToolToApprove>

/** The number of the step in the run's log. */
const seq = z.number().int()

const asked = {
  seq,
  question_id: z.uuid(),
  step_id: z.string(),
  /** In English where a teammate asks about a tool; else as the flow puts it. */
  question: z.string(),
  /** When it is no longer asked; null where it waits as long as it takes. */
  expires_at: Instant.nullable(),
}

/** What an answer waits for: a person's word, their consent, a time, or a program's answer. */
export const WaitingFor = z.discriminatedUnion('kind', [
  /** `choices` are null where any text is an answer. The question is in the answer's `content` as well. */
  z.object({ kind: z.literal('question'), ...asked, choices: z.array(z.string()).nullable() }),
  /** `tool` is null where a flow asks, whose question is in `content` as well. */
  z.object({ kind: z.literal('approval'), ...asked, tool: ToolToApprove.nullable() }),
  z.object({ kind: z.literal('time'), seq, until: Instant }),
  z.object({ kind: z.literal('response'), seq, expires_at: Instant.nullable() }),
])
export type WaitingFor = z.infer<typeof WaitingFor>
