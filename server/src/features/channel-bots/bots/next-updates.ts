import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { conversations } from '../../conversations/table.ts'
import { attachmentLimits } from '../../runs/attachment-limits.ts'
import { runLeases, runs } from '../../runs/table.ts'
import { type ChannelUpdateRow, channelChats, channelUpdates } from '../table.ts'

/** More than people write while an answer is made, and than one message may say. */
const LOOKED_AT = 40
/** What has failed so often lets others pass. */
const BLOCKS_FOR_ATTEMPTS = 3

/**
 * What is taken next of a chat: the oldest that waits, and whatever the same person has said since, as far as one message takes
 * its files. Nothing where that is not due yet, or where the teammate is at work on an answer: anyone who writes in several
 * messages means one, and is answered once.
 */
export async function nextUpdates(ctx: Context, chat_id: string): Promise<ChannelUpdateRow[]> {
  const now = ctx.now()
  const waiting = await ctx.db
    .select()
    .from(channelUpdates)
    .where(and(eq(channelUpdates.chat_id, chat_id), isNotNull(channelUpdates.due_at)))
    .orderBy(asc(channelUpdates.id))
    .limit(LOOKED_AT)
  const isDue = ({ due_at }: ChannelUpdateRow) => due_at !== null && due_at <= now
  const [first, ...rest] = waiting.filter((said) => said.attempts < BLOCKS_FOR_ATTEMPTS || isDue(said))
  if (!first || (await isAnswering(ctx, chat_id))) return []
  const together = togetherWith(first, rest, attachmentLimits(ctx).maxAttachmentCount)
  return together.every(isDue) ? together : []
}

function togetherWith(first: ChannelUpdateRow, rest: readonly ChannelUpdateRow[], maxFiles: number) {
  const isOfBatch = ({ batch_id }: ChannelUpdateRow) => batch_id !== null && batch_id === first.batch_id
  // What was tried together stays together, because it may have become a message already.
  if (first.batch_id === first.id) return [first, ...rest.filter(isOfBatch)]
  const together = [first]
  let files = first.file_count
  for (const next of rest) {
    files += next.file_count
    const last = together.at(-1)
    const isOfAlbum = next.batch_id !== null && next.batch_id === last?.batch_id
    // Each thread is answered in its own place.
    const isSamePlace = next.sender_id === first.sender_id && next.thread_id === first.thread_id
    const isMore = isSamePlace && next.attempts === 0 && files <= maxFiles
    if (!isOfAlbum && !isMore) break
    together.push(next)
  }
  return together
}

/**
 * Marks these updates as one batch and counts the attempt before it is made: one that ends the process counts too. False
 * where another process has claimed or processed one of them since they were read, which happens to a process that was
 * paused for longer than its lock on the chat lasts. Its batch may be a shorter one, and would be received as another message.
 */
export async function claimUpdates(ctx: Context, updates: readonly ChannelUpdateRow[]): Promise<boolean> {
  const [first] = updates
  if (!first) return false
  const ids = updates.map(({ id }) => id)
  return ctx.transaction(async (ctx) => {
    const unchanged = await ctx.db
      .select({ id: channelUpdates.id })
      .from(channelUpdates)
      .where(
        and(
          inArray(channelUpdates.id, ids),
          isNotNull(channelUpdates.due_at),
          eq(channelUpdates.attempts, first.attempts),
        ),
      )
      .orderBy(asc(channelUpdates.id))
      .for('update')
    if (unchanged.length < ids.length) return false
    await ctx.db
      .update(channelUpdates)
      .set({ batch_id: first.id, attempts: first.attempts + 1 })
      .where(inArray(channelUpdates.id, ids))
    return true
  })
}

async function isAnswering(ctx: Context, chat_id: string): Promise<boolean> {
  const [answering] = await ctx.db
    .select({ id: runs.id })
    .from(channelChats)
    .innerJoin(
      conversations,
      and(
        eq(conversations.organization_id, channelChats.organization_id),
        eq(conversations.employee_id, channelChats.employee_id),
        eq(conversations.channel, channelChats.channel),
        eq(conversations.channel_name, ''),
        eq(conversations.external_id, channelChats.chat_id),
        isNull(conversations.deleted_at),
        isNull(conversations.assigned_user_id),
      ),
    )
    .innerJoin(runs, and(eq(runs.conversation_id, conversations.id), isNotNull(runs.assistant_message_id)))
    // A run has a lease as long as it is queued or executed.
    .innerJoin(runLeases, eq(runLeases.run_id, runs.id))
    .where(eq(channelChats.id, chat_id))
    .limit(1)
  return answering !== undefined
}
