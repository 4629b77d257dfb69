import { z } from 'zod'
import type { OpenQuestion, RunQuestion } from '#contracts/run-control.ts'
import { ToolToApprove, type WaitingFor } from '#contracts/waiting.ts'
import type { runSuspensions } from '../table.ts'

export type Suspension = typeof runSuspensions.$inferSelect

/** What is kept with the suspension of a step that asks a person. */
const Detail = z.object({
  question: z.string(),
  kind: z.enum(['text', 'choice', 'approval']).default('text'),
  choices: z.array(z.string()).default([]),
  /** What a teammate wants to call. */
  tool: ToolToApprove.nullable().default(null),
  /** False where the step has asked before. */
  is_first: z.boolean().default(true),
})
export type Detail = z.infer<typeof Detail>

/** The kinds of suspension that people end. */
export const ASKED_KINDS = ['person', 'approval']

export const detailOf = ({ detail }: Pick<Suspension, 'detail'>): Detail => Detail.parse(detail)

export function presentQuestion(asked: Suspension): RunQuestion {
  const { question, kind, choices } = detailOf(asked)
  return { question, kind, choices, expires_at: expiryOf(asked) }
}

export const presentOpenQuestion = (asked: Suspension, token: string | null): OpenQuestion => ({
  ...presentQuestion(asked),
  question_id: asked.question_id,
  seq: asked.seq,
  step_id: asked.step_id,
  asked_at: asked.created_at.toISOString(),
  tool: detailOf(asked).tool,
  token,
})

/** What the step waits for, as the message that its run answers says it. */
export function presentWait(waiting: Suspension): WaitingFor {
  const { seq, question_id, step_id, kind, wakes_at } = waiting
  if (ASKED_KINDS.includes(kind)) {
    const { question, kind: answer, choices, tool } = detailOf(waiting)
    const asked = { seq, question_id, step_id, question, expires_at: expiryOf(waiting) }
    if (answer === 'approval') return { kind: 'approval', ...asked, tool }
    return { kind: 'question', ...asked, choices: answer === 'choice' ? choices : null }
  }
  const isTime = (kind === 'timer' || kind === 'retry') && wakes_at !== null
  return isTime
    ? { kind: 'time', seq, until: wakes_at.toISOString() }
    : { kind: 'response', seq, expires_at: expiryOf(waiting) }
}

const expiryOf = ({ wakes_at }: Pick<Suspension, 'wakes_at'>) => wakes_at?.toISOString() ?? null
