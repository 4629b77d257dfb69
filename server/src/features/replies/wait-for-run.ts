import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findRunInOrganization } from '../runs/access.ts'
import { isOver } from '../runs/control/cancel-run.ts'
import { readWait } from '../runs/read-wait.ts'
import type { Executed } from '../runs/run-outcome.ts'
import type { RunRow } from '../runs/table.ts'
import { statusChanged } from '../runs/watch-status.ts'

/** What a suspended run waits for may change while it stays suspended. */
const SUSPENDED_RECHECK_MS = 1000
/** Just under the server's own timeout for a request. */
const TIMEOUT_MS = 590_000

type Patience = {
  /** How long to wait for a run that itself waits for a program's response or a time; not at all by default. */
  suspendedMs?: number
  /** The client disconnected. */
  left?: AbortSignal
  /** The server stops: suspended runs are no longer waited for. */
  stopping?: AbortSignal
}

/** The end of a run, in whatever process; or the run as it is, where it waits for longer than the caller does. */
export async function waitForRun(
  ctx: OrgContext,
  run: RunRow,
  outcome: Promise<Executed>,
  { suspendedMs = 0, left, stopping }: Patience = {},
): Promise<RunRow> {
  await outcome.catch(() => null)
  const now = Date.now()
  while (Date.now() < now + TIMEOUT_MS) {
    const row = await findRunInOrganization(ctx, run.id)
    if (isOver(row)) return row
    const until = stopping?.aborted ? 0 : now + suspendedMs
    if (row.status === 'suspended' && !(await endsWithin(ctx, row, until))) return row
    const timeoutMs = row.status === 'suspended' ? SUSPENDED_RECHECK_MS : TIMEOUT_MS
    await statusChanged(ctx, row, { timeoutMs, left })
  }
  throw new AppError('timeout', 'The teammate is still at it; ask for the run later', { data: { runId: run.id } })
}

/** Whether the run's wait may end in time; a person's answer is not waited for. */
async function endsWithin(ctx: OrgContext, { id }: RunRow, until: number): Promise<boolean> {
  if (Date.now() >= until) return false
  const waiting = await readWait(ctx, id)
  if (waiting?.kind === 'time') return Date.parse(waiting.until) <= until
  return waiting === null || waiting.kind === 'response'
}
