import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findRunInOrganization } from '../runs/access.ts'
import { isOver } from '../runs/cancel-run.ts'
import type { Executed } from '../runs/run-outcome.ts'
import type { RunRow } from '../runs/table.ts'

const POLL_INTERVAL_MS = 200
/** Just under the server's own time for a request. */
const TIMEOUT_MS = 590_000

/** The end of a run, wherever it is executed. */
export async function waitForRun(ctx: OrgContext, run: RunRow, outcome: Promise<Executed>): Promise<RunRow> {
  await outcome.catch(() => null)
  const until = Date.now() + TIMEOUT_MS
  while (Date.now() < until) {
    const row = await findRunInOrganization(ctx, run.id)
    if (isOver(row) || row.status === 'suspended') return row
    await sleep(POLL_INTERVAL_MS)
  }
  throw new AppError('timeout', 'The teammate is still at it; ask for the run later', { data: { runId: run.id } })
}
