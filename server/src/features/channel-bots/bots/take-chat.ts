import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { widen } from '#platform/bus/unit.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { organizations } from '../../organizations/table.ts'
import { aiEmployees } from '../../teammates/table.ts'
import type { BotContext } from '../context.ts'
import { takeMessages } from '../msgr/take-messages.ts'
import { type ChannelUpdateRow, channelBots, channelChats, channelUpdates } from '../table.ts'
import { holdChat } from './hold-chat.ts'

const MOST_ATTEMPTS = 5
/** How long a chat in which too much is said waits. */
const LIMITED_MS = 10_000
/** More than the parts of one album. */
const LOOKED_AT = 20
const SWEPT_AT_ONCE = 50

/** The chats that this process holds. */
const held = new Set<string>()
/** When this process looks again at what was not due yet. */
const looksAgain = new Map<string, NodeJS.Timeout>()

/**
 * Takes what was said in a chat, one message after the other, until nothing is due. Bears being asked by several processes
 * at once: one of them holds the chat, and what arrives meanwhile is its work too.
 */
async function takeChat(ctx: Context, chat_id: string): Promise<void> {
  if (!ctx.ports.is_worker || held.has(chat_id)) return
  if ((await takeWhileHeld(ctx, chat_id)) !== 'taken') return
  // What arrived between the last look and now found the chat held.
  const [waiting] = await ctx.db
    .select({ due_at: channelUpdates.due_at })
    .from(channelUpdates)
    .where(and(eq(channelUpdates.chat_id, chat_id), isNotNull(channelUpdates.due_at)))
    .orderBy(asc(channelUpdates.id))
    .limit(1)
  if (!waiting?.due_at) return
  clearTimeout(looksAgain.get(chat_id))
  const lookAgain = () => {
    looksAgain.delete(chat_id)
    startTaking(ctx, { chat_id })
  }
  looksAgain.set(chat_id, setTimeout(lookAgain, Math.max(0, waiting.due_at.getTime() - ctx.now().getTime())).unref())
}

/** What it did not take is another process's work, and so is what it lost. */
async function takeWhileHeld(ctx: Context, chat_id: string): Promise<'taken' | 'busy' | 'lost'> {
  await using hold = await holdChat(ctx, chat_id)
  if (!hold) return 'busy'
  held.add(chat_id)
  try {
    for (;;) {
      const next = await nextDue(ctx, chat_id)
      if (next.length === 0) return 'taken'
      if (hold.isLost) return 'lost'
      await takeTogether(ctx, next)
    }
  } finally {
    held.delete(chat_id)
  }
}

/** What nobody was told of, or whoever held it has left: looked for now and then. */
export async function takeDueChats(ctx: Context): Promise<void> {
  if (!ctx.ports.is_worker) return
  const now = ctx.now()
  // Those that somebody holds are looked after, and are not to keep others out of the few.
  const isFree = or(isNull(channelChats.held_until), lte(channelChats.held_until, now))
  const due = await ctx.db
    .selectDistinct({ chat_id: channelUpdates.chat_id })
    .from(channelUpdates)
    .innerJoin(channelChats, eq(channelChats.id, channelUpdates.chat_id))
    .where(and(lte(channelUpdates.due_at, now), isFree))
    .limit(SWEPT_AT_ONCE)
  for (const { chat_id } of due) startTaking(ctx, { chat_id })
}

/** Without waiting for it: whoever tells of a message goes on. */
export async function startTaking(ctx: Context, { chat_id }: { chat_id: string }): Promise<void> {
  takeChat(ctx, chat_id).catch((error) => ctx.log.error({ err: error, chat_id }, 'a chat could not be taken'))
}

/** The oldest that waits, with what was sent together with it; nothing where that is not due yet, because more may come. */
async function nextDue(ctx: Context, chat_id: string): Promise<ChannelUpdateRow[]> {
  const waiting = await ctx.db
    .select()
    .from(channelUpdates)
    .where(and(eq(channelUpdates.chat_id, chat_id), isNotNull(channelUpdates.due_at)))
    .orderBy(asc(channelUpdates.id))
    .limit(LOOKED_AT)
  const [first] = waiting
  if (!first) return []
  const together = waiting.filter(({ id, album_id }) => id === first.id || (album_id && album_id === first.album_id))
  const now = ctx.now()
  return together.every(({ due_at }) => due_at !== null && due_at <= now) ? together : []
}

async function takeTogether(ctx: Context, updates: ChannelUpdateRow[]): Promise<void> {
  const [first] = updates
  if (!first) return
  const ids = updates.map(({ id }) => id)
  // Whoever has lost the chat does not write over what its next holder has written.
  const these = and(inArray(channelUpdates.id, ids), isNotNull(channelUpdates.due_at))
  const over = { body: null, due_at: null }
  try {
    if (first.album_id !== null) await closeAlbum(ctx, first, ids)
    const place = await findPlace(ctx, first)
    const message_id = place && (await takeMessages(place.ctx, place.chat, updates))
    await ctx.db
      .update(channelUpdates)
      .set({ ...over, message_id })
      .where(these)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'too_many_requests') {
      const due_at = new Date(ctx.now().getTime() + LIMITED_MS)
      await ctx.db.update(channelUpdates).set({ due_at }).where(these)
      return
    }
    const attempts = first.attempts + 1
    ctx.log.error({ err: error, chat_id: first.chat_id, attempts }, 'a message of a chat platform could not be taken')
    const due_at = attempts < MOST_ATTEMPTS ? new Date(ctx.now().getTime() + 1000 * 2 ** attempts) : null
    await ctx.db
      .update(channelUpdates)
      .set({ attempts, due_at, ...(due_at === null && { body: null }) })
      .where(these)
  }
}

/**
 * What is taken together stays so at each try: a part that comes later is another message, because what was tried may have
 * become one already.
 */
async function closeAlbum(ctx: Context, first: ChannelUpdateRow, ids: string[]): Promise<void> {
  await ctx.db.update(channelUpdates).set({ album_id: first.id }).where(inArray(channelUpdates.id, ids))
}

/** Whose bot was spoken to, as everything stands now; null where nobody is to answer any more. */
async function findPlace(ctx: Context, { chat_id }: ChannelUpdateRow) {
  const [found] = await ctx.db
    .select({ chat: channelChats, bot: channelBots, teammate: aiEmployees, organization: organizations })
    .from(channelChats)
    .innerJoin(
      channelBots,
      and(eq(channelBots.employee_id, channelChats.employee_id), eq(channelBots.channel, channelChats.channel)),
    )
    .innerJoin(aiEmployees, and(eq(aiEmployees.id, channelChats.employee_id), isNull(aiEmployees.deleted_at)))
    .innerJoin(organizations, eq(organizations.id, channelChats.organization_id))
    .where(eq(channelChats.id, chat_id))
  if (!found) return null
  const { chat, ...place } = found
  if (place.organization.status !== 'active') return null
  const own: BotContext = widen(ctx, place)
  return { ctx: own, chat }
}
