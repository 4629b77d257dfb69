import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { unflushed } from '#platform/db/unflushed.ts'
import { channelChats } from '../table.ts'
import { type PendingUpdate, selectPending, updatesIn } from './next-updates.ts'

/** Heartbeats while one lock lasts, so that several may fail before it ends. */
const HEARTBEATS = 4

export type PendingChat = { organization_id: string; chat_id: string }

/** The lock of this process on a chat, until it is disposed of. */
type ChatLock = AsyncDisposable & {
  /** This process was paused for so long that another one may have locked the chat. */
  readonly isLost: boolean
  /**
   * The pending updates of the chat when it was locked. Where another process had the lock a moment ago, it may have processed
   * some of them, so they have to be claimed.
   */
  readonly pending: readonly PendingUpdate[]
}

/**
 * Locks a chat that is unlocked or whose lock has ended, and reads its updates. One statement, so that of two processes one gets
 * the lock; without a row where it has another one.
 */
const acquire = defineStatement('lock_chat', { chat_id: 'uuid', now: 'timestamptz', until: 'timestamptz' }, (p) =>
  selectPending(sql`
      update ${channelChats} set held_until = ${p.until}
      where id = ${p.chat_id} and (held_until is null or held_until <= ${p.now}) and ${unflushed} returning *`),
)

/** Extends or releases a lock that this process still has, which its end time shows. */
const extendOrRelease = defineStatement(
  'set_hold_of_chat',
  { chat_id: 'uuid', held_until: 'timestamptz', until: 'timestamptz?' },
  (p) => sql`
    update ${channelChats} set held_until = ${p.until}
    where id = ${p.chat_id} and held_until = ${p.held_until} and ${unflushed} returning id`,
)

/**
 * Null where a process has locked the chat already. A lock is recognized by the time at which it ends: a process that has lost it
 * neither extends nor releases the lock of another process.
 */
export async function lockChat(ctx: Context, chat: PendingChat): Promise<ChatLock | null> {
  const { chat_id } = chat
  const lockMs = ctx.ports.config.RUN_LEASE * 1000
  const now = ctx.now()
  let until = new Date(now.getTime() + lockMs)
  const locked = await acquire(ctx.db, { chat_id, now, until })
  if (locked.length === 0) return null

  let isOvertaken = false
  const extend = async () => {
    const extended = new Date(ctx.now().getTime() + lockMs)
    const rows = await extendOrRelease(ctx.db, { chat_id, held_until: until, until: extended })
    if (rows.length > 0) until = extended
    else isOvertaken = true
  }
  // One heartbeat after the other, and none after the release, which would lock the chat again.
  let heartbeat = Promise.resolve()
  const timer = setInterval(() => {
    heartbeat = heartbeat
      .then(extend)
      .catch((error) => ctx.log.warn({ err: error, ...chat }, 'the lock on a chat could not be extended'))
  }, lockMs / HEARTBEATS)
  return {
    pending: updatesIn(locked),
    get isLost() {
      return isOvertaken || until <= ctx.now()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await heartbeat
      await extendOrRelease(ctx.db, { chat_id, held_until: until, until: null })
    },
  }
}
