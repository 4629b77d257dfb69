import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { RunStatus } from '#contracts/runs.ts'
import type { Ports } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type RunRow, runs } from './table.ts'

const POLL_INTERVAL_MS = 200

type Watcher = Pick<RunRow, 'id' | 'status'> & { resolve: () => void; reject: (error: unknown) => void }

/** By organization. */
const watchersOf = new WeakMap<Ports, Map<string, Set<Watcher>>>()

const readStatuses = defineStatement(
  'read_run_statuses',
  { organization_id: 'uuid', ids: 'uuid[]' },
  (p) => sql<{ id: string; status: RunStatus }>`select id, status from ${runs}
    where id = any (${p.ids}) and organization_id = ${p.organization_id}`,
)

/**
 * Waits until a run has another status than this one, at most so long. One statement reads the statuses of all runs of an
 * organization that are waited for: 500 callers that each asked five times a second kept the database and the thread busy.
 */
export async function statusChanged(
  ctx: OrgContext,
  { id, status }: Pick<RunRow, 'id' | 'status'>,
  { timeoutMs, left }: { timeoutMs: number; left?: AbortSignal | undefined },
): Promise<void> {
  left?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const watcher = { id, status, resolve, reject }
  const watchers = watchersIn(ctx)
  const stop = () => reject(left?.reason)
  const timer = setTimeout(resolve, timeoutMs)
  left?.addEventListener('abort', stop)
  watchers.add(watcher)
  try {
    await promise
  } finally {
    watchers.delete(watcher)
    left?.removeEventListener('abort', stop)
    clearTimeout(timer)
  }
}

/** Those of the organization, which are polled for until none is left. */
function watchersIn(ctx: OrgContext): Set<Watcher> {
  const { ports, organization } = ctx
  const all = watchersOf.get(ports) ?? new Map<string, Set<Watcher>>()
  watchersOf.set(ports, all)
  const polled = all.get(organization.id)
  if (polled) return polled
  const watchers = new Set<Watcher>()
  all.set(organization.id, watchers)
  void poll(ctx, watchers, () => all.delete(organization.id))
  return watchers
}

async function poll(ctx: OrgContext, watchers: Set<Watcher>, onEnd: () => void): Promise<void> {
  for (;;) {
    await sleep(POLL_INTERVAL_MS)
    const asked = [...watchers]
    if (asked.length === 0) return onEnd()
    try {
      const ids = [...new Set(asked.map(({ id }) => id))]
      const rows = await readStatuses(ctx.db, { organization_id: ctx.organization.id, ids })
      const statuses = new Map(rows.map(({ id, status }) => [id, status]))
      for (const { id, status, resolve } of asked) if (statuses.get(id) !== status) resolve()
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
