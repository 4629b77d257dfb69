import { workFor } from '#platform/thread-share.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { announceRun } from '../events.ts'
import { releaseSlot } from '../queue/dispatch-runs.ts'
import type { RunOutcome } from '../run-outcome.ts'
import { type NewRun, packBeginning, prepareRun, rowOfPrepared } from '../start-run.ts'
import type { LeasedRun } from '../table.ts'
import { executeInMemory } from './execute-in-memory.ts'
import { writeEnded } from './write-ended.ts'

/**
 * Executes a flow that changes nothing outside before its run is written, and then writes the run whole: there is never an
 * unfinished one that another process would have to take over. The caller who waits for it is answered after that. Null, and nothing
 * is written, where it is too much for that.
 */
export async function runInMemory(
  ctx: OrgContext,
  given: NewRun,
): Promise<{ run: LeasedRun; outcome: RunOutcome } | null> {
  const execute = async () => {
    // What was sent may be large, and is written out in the organization's turn.
    await yieldToEventLoop()
    const prepared = prepareRun(ctx, given, await packBeginning(given))
    releaseSlot(ctx, prepared.run_id)
    return { prepared, executed: await executeInMemory(ctx, prepared, given.beginning) }
  }
  const { prepared, executed } = await workFor(given.organization_id, execute, 'awaited')
  if (!executed) return null
  const { outcome, end } = executed
  await writeEnded(ctx.db, { prepared, end })
  const { status, error, error_code } = end
  const run = { ...rowOfPrepared(prepared), status, error, error_code }
  await announceRun(ctx, run, status)
  return { run, outcome }
}
