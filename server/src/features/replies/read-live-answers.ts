import { inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type MessageRow, messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { listRunningElsewhere } from '../runs/access.ts'
import { answerSaved, answerWanted, type OfMessage } from './events.ts'
import { liveAnswer } from './streams/live-answers.ts'

/** A reader waits no longer than this for the process that streams the answer; then the row is read as it is. */
const ANSWER_TIMEOUT_MS = 200

/** Reads that wait for another process, by message: simultaneous ones share one request. */
const waiting = new Map<string, { saved: Promise<void>; end: () => void }>()

/** Messages with unfinished answers as they are at this moment, because their rows are behind what was streamed. */
export async function withLiveAnswers(ctx: OrgContext, rows: MessageRow[]): Promise<MessageRow[]> {
  const growing = rows.filter(({ id, status }) => status === 'in_progress' && !liveAnswer(id))
  const saved = await readSaved(ctx, growing)
  return rows.map((read) => {
    const row = saved.get(read.id) ?? read
    const answer = row.status === 'in_progress' ? liveAnswer(row.id)?.read() : undefined
    return answer && answer.stream_index >= row.stream_index ? { ...row, ...answer } : row
  })
}

/** Rows of answers that other processes stream, after those have saved them. */
async function readSaved(ctx: OrgContext, growing: MessageRow[]): Promise<Map<string, MessageRow>> {
  // The embedded database has one process.
  if (growing.length === 0 || !ctx.ports.config.DATABASE_URL) return new Map()
  const elsewhere = await listRunningElsewhere(
    ctx,
    growing.flatMap(({ run_id }) => run_id ?? []),
  )
  const ids = growing.filter(({ run_id }) => run_id && elsewhere.has(run_id)).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  await Promise.all(ids.map((id) => askToSave(ctx, id)))
  const rows = await ctx.db.select().from(messages).where(inArray(messages.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

function askToSave(ctx: OrgContext, message_id: string): Promise<void> {
  const asked = waiting.get(message_id)
  if (asked) return asked.saved
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ANSWER_TIMEOUT_MS)
  const saved = promise.finally(() => {
    clearTimeout(timer)
    waiting.delete(message_id)
  })
  waiting.set(message_id, { saved, end: resolve })
  ctx.emit(answerWanted, { message_id }).catch((error) => ctx.log.error({ err: error }, 'no process could be asked'))
  return saved
}

/** The process that streams the answer saves it, and emits that. */
export async function saveWanted(ctx: Context, { message_id }: OfMessage): Promise<void> {
  const answer = liveAnswer(message_id)
  if (!answer) return
  await answer.save()
  await ctx.emit(answerSaved, { message_id })
}

export async function receiveSaved(_ctx: Context, { message_id }: OfMessage): Promise<void> {
  waiting.get(message_id)?.end()
}
