import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { admitWork } from '#platform/admit-work.ts'
import { createBackgroundWork } from '#platform/background-work.ts'
import { backoffSeconds } from '#platform/backoff.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { AppError } from '#platform/error.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { workFor } from '#platform/thread-share.ts'
import { conversations } from '../../conversations/table.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { type ChannelUpdateRow, channelBots, channelChats, channelUpdates } from '../table.ts'
import { platformOf } from './define-platform.ts'
import { lockChat, type PendingChat } from './lock-chat.ts'
import { claimUpdates, nextUpdates, type PendingUpdate, pendingUpdates } from './next-updates.ts'
import { processUpdates } from './process-updates.ts'

/** Spread over some hours, because the file store or the database may be down. */
const MAX_ATTEMPTS = 12
/** How long a chat above its rate limit waits. */
const RATE_LIMIT_DELAY_MS = 10_000
const SWEEP_BATCH_SIZE = 200

/**
 * Due updates wait while the teammate is answering. They are checked again when it has answered, and at the latest after
 * this.
 */
const RECHECK_INTERVAL_MS = 1000

/**
 * A flood of chats in one organization, or a platform that does not answer, must not use up the connections and the memory of all.
 * Chats over the limit stay due, and the sweep finds them.
 */
const turns = createFairLimit({ total: 200, perKey: 50, waitingPerKey: 1000 })
const never = new AbortController().signal

export const processing = createBackgroundWork()
/** Updates that are not finished by then are processed again by the next process that locks their chat. */
const MAX_STOPPING_MS = 5000

/** The chats that this process is working on. */
const activeChats = new Set<string>()
/** Active chats that received another update meanwhile. */
const rerunRequested = new Set<string>()
/** Timers of chats whose updates were not due yet. */
const recheckTimers = new Map<string, NodeJS.Timeout>()

/**
 * Processes the updates of a chat, one batch after the other, until none is due. Safe to call from several processes at once:
 * one locks the chat and also processes what arrives meanwhile.
 */
async function processChat(ctx: Context, chat: PendingChat): Promise<void> {
  const { organization_id, chat_id } = chat
  if (!ctx.ports.is_worker) return
  if (activeChats.has(chat_id)) return void rerunRequested.add(chat_id)
  activeChats.add(chat_id)
  try {
    using _turn = await turns.enter(organization_id, never)
    using _admitted = await admitWork()
    for (;;) {
      rerunRequested.delete(chat_id)
      if ((await processWhileLocked(ctx, chat)) !== 'done') return
      // Read without the lock: what another process left to this one because it had the lock is stored by now.
      const pending = await pendingUpdates(ctx, chat_id)
      if (rerunRequested.has(chat_id) || nextUpdates(ctx, pending).length > 0) continue
      return scheduleRecheck(ctx, chat, pending)
    }
  } finally {
    activeChats.delete(chat_id)
  }
}

/**
 * `busy`: another process has the lock; `lost`: the lock ended, or this process stops. Another process then does the rest.
 */
async function processWhileLocked(ctx: Context, chat: PendingChat): Promise<'done' | 'busy' | 'lost'> {
  if (processing.isStopped(ctx)) return 'lost'
  await using lock = await lockChat(ctx, chat)
  if (!lock) return 'busy'
  let { pending } = lock
  while (!processing.isStopped(ctx)) {
    const next = nextUpdates(ctx, pending)
    const [first] = next
    if (!first) return 'done'
    if (lock.isLost) return 'lost'
    const target = findTarget(ctx, first)
    // It is used once the updates are claimed.
    target.catch(() => undefined)
    const isClaimed = await claimUpdates(ctx, next)
    if (isClaimed) await processBatch(ctx, next, target)
    if (isClaimed && next.length === pending.length) return 'done'
    pending = await pendingUpdates(ctx, chat.chat_id)
    // Unless it was processed before the lock, another process has claimed it.
    if (!isClaimed && pending.some(({ id }) => id === first.id)) return 'lost'
  }
  return 'lost'
}

/** For updates that are not due yet, or that wait for the teammate's answer. */
function scheduleRecheck(ctx: Context, chat: PendingChat, pending: readonly PendingUpdate[]): void {
  const { chat_id } = chat
  const times = pending.flatMap(({ due_at }) => (due_at ? [due_at.getTime()] : []))
  if (times.length === 0) return
  clearTimeout(recheckTimers.get(chat_id))
  const recheck = () => {
    recheckTimers.delete(chat_id)
    startProcessing(ctx, chat)
  }
  const untilDueMs = Math.min(...times) - ctx.now().getTime()
  recheckTimers.set(chat_id, setTimeout(recheck, untilDueMs > 0 ? untilDueMs : RECHECK_INTERVAL_MS).unref())
}

/** The sweep: processes chats whose event was missed, or whose lock holder has ended. */
export async function processDueChats(ctx: Context): Promise<void> {
  if (!ctx.ports.is_worker) return
  const now = ctx.now()
  // A locked chat has a process already, and would take a place in the batch.
  const isUnlocked = or(isNull(channelChats.held_until), lte(channelChats.held_until, now))
  const { organization_id, chat_id, due_at } = channelUpdates
  const turn = sql<number>`row_number() over (partition by ${organization_id} order by min(${due_at}))`
  const due = await ctx.db
    .select({ organization_id, chat_id })
    .from(channelUpdates)
    .innerJoin(channelChats, eq(channelChats.id, chat_id))
    .where(and(lte(due_at, now), isUnlocked))
    .groupBy(organization_id, chat_id)
    // Organizations take turns, so that a backlog of one hides no other.
    .orderBy(turn)
    .limit(SWEEP_BATCH_SIZE)
  for (const chat of due) startProcessing(ctx, chat)
}

/** Does not wait for the processing to end. */
export async function startProcessing(ctx: Context, chat: PendingChat): Promise<void> {
  const process = () => processing.run(ctx, () => processChat(ctx, chat))
  workFor(chat.organization_id, process).catch((error) => {
    if (error instanceof AppError && error.kind === 'too_many_requests') return
    ctx.log.error({ err: error, ...chat }, 'a chat could not be processed')
  })
}

/** Starts no more batches and waits for those in progress, because they need the database until their end. */
export const stopProcessing = (ctx: Context): Promise<void> => processing.stop(ctx, MAX_STOPPING_MS)

/** Marks updates as processed, unless another process, which has locked the chat since, has done so already. */
const finish = defineStatement(
  'finish_updates',
  { ids: 'uuid[]', message_id: 'uuid?' },
  (p) => sql`
    update ${channelUpdates} set body = null, due_at = null, message_id = ${p.message_id}
    where id = any(${p.ids}) and due_at is not null`,
)

async function processBatch(
  ctx: Context,
  updates: ChannelUpdateRow[],
  found: ReturnType<typeof findTarget>,
): Promise<void> {
  const [first] = updates
  if (!first) return
  const ids = updates.map(({ id }) => id)
  const these = and(inArray(channelUpdates.id, ids), isNotNull(channelUpdates.due_at))
  try {
    if (first.attempts >= MAX_ATTEMPTS) throw new Error('The process ended during the last attempt')
    const target = await found
    const message_id = target && (await processUpdates(target.ctx, target, updates))
    await finish(ctx.db, { ids, message_id })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') {
      const due_at = new Date(ctx.now().getTime() + RATE_LIMIT_DELAY_MS)
      await ctx.db.update(channelUpdates).set({ due_at, attempts: first.attempts }).where(these)
      return
    }
    const attempts = first.attempts + 1
    const { organization_id, employee_id, channel, chat_id } = first
    ctx.log.error(
      { err: error, organization_id, employee_id, channel, chat_id, attempts },
      'a message of a chat platform could not be processed',
    )
    const isLast = attempts >= MAX_ATTEMPTS
    const due_at = isLast ? null : new Date(ctx.now().getTime() + backoffSeconds(attempts) * 1000)
    await ctx.db
      .update(channelUpdates)
      .set({ attempts, due_at, ...(isLast && { body: null }) })
      .where(these)
  }
}

/** A chat with its bot, teammate, organization and conversation, in one round trip because each batch needs them. */
const targetOf = definePrepared((db) =>
  db
    .select({
      chat: channelChats,
      bot: channelBots,
      teammate: aiEmployees,
      organization: organizations,
      conversation: conversations,
    })
    .from(channelChats)
    .leftJoin(
      channelBots,
      and(eq(channelBots.employee_id, channelChats.employee_id), eq(channelBots.channel, channelChats.channel)),
    )
    .innerJoin(aiEmployees, and(eq(aiEmployees.id, channelChats.employee_id), isNull(aiEmployees.deleted_at)))
    .innerJoin(organizations, eq(organizations.id, channelChats.organization_id))
    .leftJoin(
      conversations,
      and(
        eq(conversations.organization_id, channelChats.organization_id),
        eq(conversations.employee_id, channelChats.employee_id),
        eq(conversations.channel, channelChats.channel),
        eq(conversations.channel_name, ''),
        eq(conversations.external_id, channelChats.chat_id),
        isNull(conversations.deleted_at),
      ),
    )
    .where(eq(channelChats.id, sql.placeholder('chat_id')))
    .prepare('find_target_of_chat'),
)

/** The chat with a context for its bot; null where the bot, its teammate or an active organization is missing by now. */
async function findTarget(ctx: Context, { chat_id }: ChannelUpdateRow) {
  const [found] = await targetOf(ctx.db).execute({ chat_id })
  if (found?.organization.status !== 'active') return null
  const { chat, conversation, bot: teammateBot, teammate, organization } = found
  const orgCtx = extendContext(ctx, { teammate, organization })
  const bot = chat.is_of_organization ? await platformOf(chat.channel).findOrganizationBot?.(orgCtx) : teammateBot
  return bot ? { ctx: extendContext(orgCtx, { bot }), chat, conversation } : null
}
