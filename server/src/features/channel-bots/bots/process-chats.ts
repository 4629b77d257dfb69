import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
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
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import { type ChannelUpdateRow, channelBots, channelChats, channelUpdates } from '../table.ts'
import { platformOf } from './define-platform.ts'
import { lockChat } from './lock-chat.ts'
import { claimUpdates, nextUpdates } from './next-updates.ts'
import { processUpdates } from './process-updates.ts'

/** Within some hours: what is in the way may be a store or a database that is down. */
const MAX_ATTEMPTS = 12
/** How long a chat in which too much is said waits. */
const LIMITED_MS = 10_000
const SWEEP_BATCH_SIZE = 200

/** What is due and not taken, because the teammate is at work, is looked for again when it has answered, and then at the latest. */
const RECHECK_INTERVAL_MS = 1000

/**
 * A flood of chats in one organization, or a platform that does not answer, must not use up the connections and the memory of all.
 * Chats over the limit stay due, and the sweep finds them.
 */
const turns = createFairLimit({ total: 200, perKey: 50, waitingPerKey: 1000 })
const never = new AbortController().signal

export const processing = createBackgroundWork()
/** What has not ended by then is processed again by the next process that locks its chat. */
const MAX_STOPPING_MS = 5000

type PendingChat = { organization_id: string; chat_id: string }

/** The chats that this process takes messages of. */
const taking = new Set<string>()
/** Of these the ones in which something arrived meanwhile. */
const askedAgain = new Set<string>()
/** When this process looks again at what was not due yet. */
const looksAgain = new Map<string, NodeJS.Timeout>()

/**
 * Takes what was said in a chat, one message after the other, until nothing is due. Bears being asked by several processes
 * at once: one of them holds the chat, and what arrives meanwhile is its work too.
 */
async function processChat(ctx: Context, { organization_id, chat_id }: PendingChat): Promise<void> {
  if (!ctx.ports.is_worker) return
  if (taking.has(chat_id)) return void askedAgain.add(chat_id)
  taking.add(chat_id)
  let outcome: Awaited<ReturnType<typeof processWhileLocked>>
  try {
    using _turn = await turns.enter(organization_id, never)
    await admitWork()
    do {
      askedAgain.delete(chat_id)
      outcome = await processWhileLocked(ctx, chat_id)
    } while (outcome === 'taken' && askedAgain.has(chat_id))
  } finally {
    taking.delete(chat_id)
  }
  if (outcome === 'taken') await lookAgainWhenDue(ctx, { organization_id, chat_id })
}

/** What it did not take is another process's work, and so is what it lost. */
async function processWhileLocked(ctx: Context, chat_id: string): Promise<'taken' | 'busy' | 'lost'> {
  if (processing.isStopped(ctx)) return 'lost'
  await using hold = await lockChat(ctx, chat_id)
  if (!hold) return 'busy'
  while (!processing.isStopped(ctx)) {
    const next = await nextUpdates(ctx, chat_id)
    if (next.length === 0) return 'taken'
    if (hold.isLost || !(await claimUpdates(ctx, next))) return 'lost'
    await processBatch(ctx, next)
  }
  return 'lost'
}

const nextDueOf = definePrepared((db) =>
  db
    .select({ due_at: channelUpdates.due_at })
    .from(channelUpdates)
    .where(and(eq(channelUpdates.chat_id, sql.placeholder('chat_id')), isNotNull(channelUpdates.due_at)))
    .orderBy(asc(channelUpdates.due_at))
    .limit(1)
    .prepare('next_due_of_chat'),
)

/** For what is not due yet, and for what another process found held between the last look and now. */
async function lookAgainWhenDue(ctx: Context, chat: PendingChat): Promise<void> {
  const { chat_id } = chat
  const [waiting] = await nextDueOf(ctx.db).execute({ chat_id })
  if (!waiting?.due_at) return
  clearTimeout(looksAgain.get(chat_id))
  const lookAgain = () => {
    looksAgain.delete(chat_id)
    startProcessing(ctx, chat)
  }
  const untilDueMs = waiting.due_at.getTime() - ctx.now().getTime()
  looksAgain.set(chat_id, setTimeout(lookAgain, untilDueMs > 0 ? untilDueMs : RECHECK_INTERVAL_MS).unref())
}

/** The sweep: processes chats whose event was missed, or whose lock holder has ended. */
export async function processDueChats(ctx: Context): Promise<void> {
  if (!ctx.ports.is_worker) return
  const now = ctx.now()
  // Those that someone holds are looked after, and are not to keep others out of the few.
  const isFree = or(isNull(channelChats.held_until), lte(channelChats.held_until, now))
  const { organization_id, chat_id, due_at } = channelUpdates
  const place = sql<number>`row_number() over (partition by ${organization_id} order by min(${due_at}))`
  const due = await ctx.db
    .select({ organization_id, chat_id })
    .from(channelUpdates)
    .innerJoin(channelChats, eq(channelChats.id, chat_id))
    .where(and(lte(due_at, now), isFree))
    .groupBy(organization_id, chat_id)
    // Organizations take turns, so that a backlog of one hides no other.
    .orderBy(place)
    .limit(SWEEP_BATCH_SIZE)
  for (const chat of due) startProcessing(ctx, chat)
}

/** Without waiting for it: the caller continues. */
export async function startProcessing(ctx: Context, chat: PendingChat): Promise<void> {
  const process = () => processing.run(ctx, () => processChat(ctx, chat))
  workFor(chat.organization_id, process).catch((error) => {
    if (error instanceof AppError && error.kind === 'too_many_requests') return
    ctx.log.error({ err: error, ...chat }, 'a chat could not be taken')
  })
}

/** Begins with no more messages, and waits for those that are being processed: an operation needs the database until its end. */
export const stopProcessing = (ctx: Context): Promise<void> => processing.stop(ctx, MAX_STOPPING_MS)

/** A process that has lost the chat does not write over what its next holder has written. */
const finish = defineStatement(
  'finish_updates',
  { ids: 'uuid[]', message_id: 'uuid?' },
  (p) => sql`
    update ${channelUpdates} set body = null, due_at = null, message_id = ${p.message_id}
    where id = any(${p.ids}) and due_at is not null`,
)

async function processBatch(ctx: Context, updates: ChannelUpdateRow[]): Promise<void> {
  const [first] = updates
  if (!first) return
  const ids = updates.map(({ id }) => id)
  const these = and(inArray(channelUpdates.id, ids), isNotNull(channelUpdates.due_at))
  try {
    if (first.attempts >= MAX_ATTEMPTS) throw new Error('It was tried often enough')
    const place = await findBotPlace(ctx, first)
    const message_id = place && (await processUpdates(place.ctx, place.chat, updates))
    await finish(ctx.db, { ids, message_id })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') {
      const due_at = new Date(ctx.now().getTime() + LIMITED_MS)
      await ctx.db.update(channelUpdates).set({ due_at, attempts: first.attempts }).where(these)
      return
    }
    const attempts = first.attempts + 1
    ctx.log.error({ err: error, chat_id: first.chat_id, attempts }, 'a message of a chat platform could not be taken')
    const isLast = attempts >= MAX_ATTEMPTS
    const due_at = isLast ? null : new Date(ctx.now().getTime() + backoffSeconds(attempts) * 1000)
    await ctx.db
      .update(channelUpdates)
      .set({ attempts, due_at, ...(isLast && { body: null }) })
      .where(these)
  }
}

const placeOf = definePrepared((db) =>
  db
    .select({ chat: channelChats, bot: channelBots, teammate: aiEmployees, organization: organizations })
    .from(channelChats)
    .leftJoin(
      channelBots,
      and(eq(channelBots.employee_id, channelChats.employee_id), eq(channelBots.channel, channelChats.channel)),
    )
    .innerJoin(aiEmployees, and(eq(aiEmployees.id, channelChats.employee_id), isNull(aiEmployees.deleted_at)))
    .innerJoin(organizations, eq(organizations.id, channelChats.organization_id))
    .where(eq(channelChats.id, sql.placeholder('chat_id')))
    .prepare('find_place_of_chat'),
)

/** Whose bot was written to, as it is now; null where nobody is to answer any more. */
async function findBotPlace(ctx: Context, { chat_id }: ChannelUpdateRow) {
  const [found] = await placeOf(ctx.db).execute({ chat_id })
  if (found?.organization.status !== 'active') return null
  const { chat, bot: own, ...place } = found
  const work = extendContext(ctx, place)
  const bot = chat.is_of_organization ? await platformOf(chat.channel).findOrganizationBot?.(work) : own
  return bot ? { ctx: extendContext(work, { bot }), chat } : null
}
