import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { channelChats } from '../table.ts'

/** Of one hold, so that several heartbeats may fail before it ends. */
const HEARTBEATS = 4

/** A chat that this process takes messages of, until it is disposed of. */
export type ChatLock = AsyncDisposable & {
  /** This process was away for so long that another one may hold the chat by now. */
  readonly isLost: boolean
}

const lockFree = defineStatement(
  'lock_chat',
  { chat_id: 'uuid', now: 'timestamptz', until: 'timestamptz' },
  (p) => sql`
    update ${channelChats} set held_until = ${p.until}
    where id = ${p.chat_id} and (held_until is null or held_until <= ${p.now}) returning id`,
)

/** Prolongs or ends a hold that is still ours. */
const setHold = defineStatement(
  'set_hold_of_chat',
  { chat_id: 'uuid', held_until: 'timestamptz', until: 'timestamptz?' },
  (p) => sql`
    update ${channelChats} set held_until = ${p.until}
    where id = ${p.chat_id} and held_until = ${p.held_until} returning id`,
)

/**
 * Null where a process holds the chat already. A hold is known by the time at which it ends: a process that has lost it neither
 * prolongs nor ends the one of another process.
 */
export async function lockChat(ctx: Context, chat_id: string): Promise<ChatLock | null> {
  const heldMs = ctx.ports.config.RUN_LEASE * 1000
  const now = ctx.now()
  let until = new Date(now.getTime() + heldMs)
  const locked = await lockFree(ctx.db, { chat_id, now, until })
  if (locked.length === 0) return null

  let isTaken = false
  const prolong = async () => {
    const prolonged = new Date(ctx.now().getTime() + heldMs)
    const rows = await setHold(ctx.db, { chat_id, held_until: until, until: prolonged })
    if (rows.length > 0) until = prolonged
    else isTaken = true
  }
  // One after the other, and none behind the end: it would hold the chat for nobody.
  let heartbeat = Promise.resolve()
  const timer = setInterval(() => {
    heartbeat = heartbeat
      .then(prolong)
      .catch((error) => ctx.log.warn({ err: error, chat_id }, 'a chat could not be held'))
  }, heldMs / HEARTBEATS)
  return {
    get isLost() {
      return isTaken || until <= ctx.now()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await heartbeat
      await setHold(ctx.db, { chat_id, held_until: until, until: null })
    },
  }
}
