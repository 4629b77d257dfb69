import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { definePrepared } from '#platform/db/prepared.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { conversations } from '../../conversations/table.ts'
import { attachmentLimits } from '../../runs/attachment-limits.ts'
import { runLeases, runs } from '../../runs/table.ts'
import { type ChannelUpdateRow, channelChats, channelUpdates } from '../table.ts'

/** More than a person writes during one answer, and more than one message may contain. */
const MAX_PENDING_READ = 40
/** An update that failed this often no longer blocks later ones of its chat. */
const BLOCKING_ATTEMPTS = 3

/**
 * The pending updates of a chat, oldest first, and whether the teammate is answering there: a run has a lease while it is queued
 * or executed. One statement, because it is executed for every update that arrives.
 */
const pendingOf = definePrepared((db) =>
  db
    .select({
      ...getTableColumns(channelUpdates),
      is_answering: sql<boolean>`exists (
        select from ${channelChats} as chat
        join ${conversations} as c on c.organization_id = chat.organization_id and c.employee_id = chat.employee_id
          and c.channel = chat.channel and c.channel_name = '' and c.external_id = chat.chat_id
          and c.deleted_at is null and c.assigned_user_id is null
        join ${runs} as run on run.conversation_id = c.id and run.assistant_message_id is not null
        join ${runLeases} as lease on lease.run_id = run.id
        where chat.id = ${sql.placeholder('chat_id')})`,
    })
    .from(channelUpdates)
    .where(and(eq(channelUpdates.chat_id, sql.placeholder('chat_id')), isNotNull(channelUpdates.due_at)))
    .orderBy(asc(channelUpdates.id))
    .limit(MAX_PENDING_READ)
    .prepare('waiting_updates'),
)

/**
 * The next updates to process in a chat: the oldest pending one, and what the same person has written since, up to the number of
 * files of one message. None where they are not due yet, or while the teammate is answering: a person who writes several messages
 * in a row gets one answer.
 */
export async function nextUpdates(ctx: Context, chat_id: string): Promise<ChannelUpdateRow[]> {
  const now = ctx.now()
  const pending = await pendingOf(ctx.db).execute({ chat_id })
  const isDue = ({ due_at }: ChannelUpdateRow) => due_at !== null && due_at <= now
  const [first, ...rest] = pending.filter((update) => update.attempts < BLOCKING_ATTEMPTS || isDue(update))
  if (!first || pending[0]?.is_answering) return []
  const batch = batchOf(first, rest, attachmentLimits(ctx).maxAttachmentCount)
  return batch.every(isDue) ? batch : []
}

function batchOf(first: ChannelUpdateRow, rest: readonly ChannelUpdateRow[], maxFiles: number) {
  const isOfBatch = ({ batch_id }: ChannelUpdateRow) => batch_id !== null && batch_id === first.batch_id
  // A batch that was tried before stays the same, because it may have become a message already.
  if (first.batch_id === first.id) return [first, ...rest.filter(isOfBatch)]
  const batch = [first]
  let files = first.file_count
  for (const next of rest) {
    files += next.file_count
    const last = batch.at(-1)
    const isOfAlbum = next.batch_id !== null && next.batch_id === last?.batch_id
    // Each thread gets its own answer.
    const isSameThread = next.sender_id === first.sender_id && next.thread_id === first.thread_id
    const isMore = isSameThread && next.attempts === 0 && files <= maxFiles
    if (!isOfAlbum && !isMore) break
    batch.push(next)
  }
  return batch
}

/**
 * Marks updates as one batch and counts the attempt. One statement that locks them in order first, so that of two processes
 * only one claims them.
 */
const claim = defineStatement(
  'claim_updates',
  { ids: 'uuid[]', attempts: 'int', batch_id: 'text' },
  (p) => sql`
    with unchanged as (
      select id from ${channelUpdates}
      where id = any(${p.ids}) and due_at is not null and attempts = ${p.attempts} order by id for update
    )
    update ${channelUpdates} set batch_id = ${p.batch_id}, attempts = ${p.attempts} + 1
    where id in (select id from unchanged) and (select count(*) from unchanged) = cardinality(${p.ids}) returning id`,
)

/**
 * Marks these updates as one batch and counts the attempt before it is made: one that ends the process counts too. False
 * where another process has claimed or processed one of them since they were read, which happens to a process that was
 * paused for longer than its lock on the chat lasts. Its batch may be a shorter one, and would be received as another message.
 */
export async function claimUpdates(ctx: Context, updates: readonly ChannelUpdateRow[]): Promise<boolean> {
  const [first] = updates
  if (!first) return false
  const ids = updates.map(({ id }) => id)
  const claimed = await claim(ctx.db, { ids, attempts: first.attempts, batch_id: first.id })
  return claimed.length > 0
}
