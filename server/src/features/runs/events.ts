import { z } from 'zod'
import { RunStatus } from '#contracts/runs.ts'
import type { Context } from '#platform/context.ts'
import { defineEvent } from '#platform/event.ts'
import type { RunRow } from './table.ts'

const RunChange = z.object({
  organization_id: z.uuid(),
  run_id: z.uuid(),
  employee_id: z.uuid().nullable(),
  conversation_id: z.uuid().nullable(),
  status: RunStatus,
})
export type RunChange = z.infer<typeof RunChange>

const StepsChange = RunChange.pick({ organization_id: true, run_id: true, employee_id: true })
export type StepsChange = z.infer<typeof StepsChange>

/** Steps of a run have begun or ended, and that is written: as often as something is. */
export const stepsWritten = defineEvent('runs.steps_written', StepsChange)

/** A run has begun, waits or is over, and that is written. */
export const runChanged = defineEvent('runs.changed', RunChange)

export async function announceRun(ctx: Context, run: RunRow, status: RunStatus): Promise<void> {
  const { id: run_id, organization_id, employee_id, conversation_id } = run
  await ctx.emit(runChanged, { organization_id, run_id, employee_id, conversation_id, status })
}
