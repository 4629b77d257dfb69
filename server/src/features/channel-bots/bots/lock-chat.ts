import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { channelChats } from '../table.ts'

/** Of one hold, so that several heartbeats may fail before it ends. */
const HEARTBEATS = 4

/** A chat that this process takes messages of, until it is disposed of. */
export type ChatLock = AsyncDisposable & {
  /** This process was away for so long that another one may hold the chat by now. */
  readonly isLost: boolean
}

/**
 * Null where a process holds the chat already. A hold is known by the time at which it ends: a process that has lost it neither
 * prolongs nor ends the one of another process.
 */
export async function lockChat(ctx: Context, chat_id: string): Promise<ChatLock | null> {
  const heldMs = ctx.ports.config.RUN_LEASE * 1000
  const now = ctx.now()
  const isFree = or(isNull(channelChats.held_until), lte(channelChats.held_until, now))
  let until = new Date(now.getTime() + heldMs)
  const taken = await ctx.db
    .update(channelChats)
    .set({ held_until: until })
    .where(and(eq(channelChats.id, chat_id), isFree))
    .returning({ id: channelChats.id })
  if (taken.length === 0) return null

  const ours = () => and(eq(channelChats.id, chat_id), eq(channelChats.held_until, until))
  let isTaken = false
  const prolong = async () => {
    const held_until = new Date(ctx.now().getTime() + heldMs)
    const rows = await ctx.db.update(channelChats).set({ held_until }).where(ours()).returning({ id: channelChats.id })
    if (rows.length > 0) until = held_until
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
      await ctx.db.update(channelChats).set({ held_until: null }).where(ours())
    },
  }
}
