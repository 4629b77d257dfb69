import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { usedOAuthStates } from '../table.ts'

/** Longer than the calls to Slack that are made meanwhile; a process that dies leaves the lock for so long. */
const LOCK_MS = 30_000
const WAIT_MS = LOCK_MS + 5000
const RETRY_MS = 100

/**
 * Connects a workspace, or removes the app from it, while no process does the other: the app has one token there, so a removal
 * that was decided before would end the new connection. No transaction is open, because Slack is waited for.
 */
export async function withTeamLocked<T>(ctx: Context, team_id: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockTeam(ctx, keyOf(team_id))
  try {
    return await work()
  } finally {
    const { nonce, expires_at } = usedOAuthStates
    await ctx.db.delete(usedOAuthStates).where(and(eq(nonce, lock.nonce), eq(expires_at, lock.expires_at)))
  }
}

async function lockTeam(ctx: Context, nonce: string) {
  const deadline = Date.now() + WAIT_MS
  while (Date.now() < deadline) {
    const lock = { nonce, expires_at: new Date(ctx.now().getTime() + LOCK_MS) }
    const { rowCount } = await ctx.db
      .insert(usedOAuthStates)
      .values(lock)
      .onConflictDoUpdate({
        target: usedOAuthStates.nonce,
        set: lock,
        setWhere: lte(usedOAuthStates.expires_at, ctx.now()),
      })
    if (rowCount === 1) return lock
    await sleep(RETRY_MS)
  }
  throw new AppError('unavailable', 'Slack is being disconnected. Try again.')
}

/** No nonce is like it: those are of version 7. */
function keyOf(team_id: string): string {
  const hex = createHash('sha256').update(`wchat team ${team_id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
