import type { Trigger } from '#contracts/triggers.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findWorkflow } from '../workflows/access.ts'
import { lastRunsOf, triggersOf } from './access.ts'
import { presentTrigger } from './present.ts'

export async function listTriggers(ctx: OrgContext, workflow_id: string): Promise<Trigger[]> {
  await findWorkflow(ctx, workflow_id)
  const rows = await triggersOf(ctx, workflow_id)
  const lastRuns = await lastRunsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const shown: Trigger[] = []
  for (const row of rows) {
    // The next times of a rare schedule take milliseconds to find.
    await yieldToEventLoop()
    shown.push(presentTrigger(ctx, row, { last_run_at: lastRuns.get(row.id) ?? null }))
  }
  return shown
}
