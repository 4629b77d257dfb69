import { type Column, type SQL, sql } from 'drizzle-orm'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { runQueued } from '../jobs.ts'
import { packPayload } from '../log/payload.ts'
import { queueAnswered } from '../suspensions/queue-answered.ts'
import { runLeases, runSuspensions } from '../table.ts'

/** True where the run was asked to stop and has not ended yet: answers no longer count. */
export const isStopping = (run_id: SQL | Column) => sql`exists (
  select 1 from ${runLeases} as stopping where stopping.run_id = ${run_id} and stopping.cancel_requested)`

/**
 * Stores an answer and queues the run in one statement, so that no answer is stored without its run being queued. Each part reads
 * from the one before it, so that rows are locked in order.
 */
const answerStep = defineStatement(
  'answer_suspension',
  { run_id: 'uuid', organization_id: 'uuid', seq: 'int', question_id: 'uuid?', answer: 'bytea', now: 'timestamptz' },
  (p) => sql<{ run_id: string }>`
  with answered as (
    update ${runSuspensions} set answer = ${p.answer}, answered_at = ${p.now}
    where run_id = ${p.run_id} and organization_id = ${p.organization_id} and seq = ${p.seq} and answered_at is null
      and (${p.question_id} is null or question_id = ${p.question_id}) and not ${isStopping(p.run_id)}
    returning run_id, organization_id, job, attempts
  ), ${queueAnswered}
  select run_id from answered`,
)

type StepAnswered = { run_id: string; seq: number; question_id?: string; value: unknown }

/** Answers a waiting step; false where it does not wait, waits for another answer by now, or its run is to stop. */
export async function resumeRun(ctx: OrgContext, { run_id, seq, question_id, value }: StepAnswered): Promise<boolean> {
  const step = { run_id, organization_id: ctx.organization.id, seq, question_id: question_id ?? null }
  const answered = await answerStep(ctx.db, { ...step, answer: packPayload(value), now: ctx.now() })
  if (answered.length > 0) await ctx.emit(runQueued, {})
  return answered.length > 0
}
