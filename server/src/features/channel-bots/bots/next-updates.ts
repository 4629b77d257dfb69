import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { hasRow } from '#platform/db/has-row.ts'
import { defineStatement } from '#platform/db/statement.ts'
import { unflushed } from '#platform/db/unflushed.ts'
import { conversations } from '../../conversations/table.ts'
import { attachmentLimits } from '../../runs/files/attachment-limits.ts'
import { runLeases, runs } from '../../runs/table.ts'
import { type ChannelUpdateRow, channelChats, channelUpdates } from '../table.ts'

/** More than a person writes during one answer, and more than one message may contain. */
const MAX_PENDING_READ = 40
/** An update that failed this often no longer blocks later ones of its chat. */
const BLOCKING_ATTEMPTS = 3

/** `is_answering`: the teammate is answering in the chat. */
export type PendingUpdate = ChannelUpdateRow & { is_answering: boolean }

/** The row of a chat, with null for the update where none is pending. */
export type PendingOfChat = PendingUpdate | (Record<keyof ChannelUpdateRow, null> & { is_answering: boolean })

/**
 * The pending updates of a chat, oldest first, and whether the teammate is answering there: a run has a lease while it is queued
 * or executed. `chat` selects the chat, so that a statement may read its updates and do something with it at once.
 */
export const selectPending = (chat: SQL): SQL<PendingOfChat> => sql<PendingOfChat>`
  with chat as (${chat})
  select pending.*, ${hasRow(sql`
    select from ${conversations} as c
    join ${runs} as run on run.organization_id = c.organization_id and run.conversation_id = c.id
      and run.assistant_message_id is not null
    join ${runLeases} as lease on lease.run_id = run.id
    where c.organization_id = chat.organization_id and c.employee_id = chat.employee_id and c.channel = chat.channel
      and c.channel_name = '' and c.external_id = chat.chat_id and c.deleted_at is null and c.assigned_user_id is null`)} as is_answering
  from chat left join lateral (
    select * from ${channelUpdates} where chat_id = chat.id and due_at is not null
    order by id limit ${sql.raw(String(MAX_PENDING_READ))}
  ) as pending on true
  order by pending.id`

const isUpdate = (row: PendingOfChat): row is PendingUpdate => row.id !== null

/** The updates in the rows of a statement made by `selectPending`. */
export const updatesIn = (rows: readonly PendingOfChat[]): PendingUpdate[] => rows.filter(isUpdate)

const pendingOf = defineStatement('pending_updates', { chat_id: 'uuid' }, (p) =>
  selectPending(sql`select * from ${channelChats} where id = ${p.chat_id}`),
)

export const pendingUpdates = async (ctx: Context, chat_id: string): Promise<PendingUpdate[]> =>
  updatesIn(await pendingOf(ctx.db, { chat_id }))

/**
 * The next updates to process in a chat: the oldest pending one, and what the same person has written since, up to the number of
 * files of one message. None where they are not due yet, or while the teammate is answering: a person who writes several messages
 * in a row gets one answer.
 */
export function nextUpdates(ctx: Context, pending: readonly PendingUpdate[]): ChannelUpdateRow[] {
  const now = ctx.now()
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
 * Marks updates as one batch and counts the attempt; flushed with the message that they become. One statement that locks them in order first, so that of two processes
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
    where id in (select id from unchanged) and (select count(*) from unchanged) = cardinality(${p.ids}) and ${unflushed}
    returning id`,
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
