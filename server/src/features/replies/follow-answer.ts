import { and, eq } from 'drizzle-orm'
import type { WaitingFor } from '#contracts/waiting.ts'
import { type MessageRow, messages } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import { withLiveAnswers } from './read-live-answers.ts'
import { onAnswerChange } from './streams/answer-changes.ts'
import { liveAnswer } from './streams/live-answers.ts'

/** How often to read an answer that another process streams. */
const POLL_INTERVAL_MS = 250
/** The same while it waits for a person, possibly for days. */
const WAITING_POLL_INTERVAL_MS = 1000
/** The same for an answer of this process, where changes wake the reader and only a lost stream does not. */
const LIVE_POLL_INTERVAL_MS = 2000

export type AnswerSoFar = {
  text: string
  waiting_for: WaitingFor | null
  /** Null while it is written or waits; `gone` where the message was deleted. */
  end: 'completed' | 'stopped' | 'failed' | 'gone' | null
}

/**
 * Yields an answer while it is written, by whichever process; the last value has an end. Returns early where the signal
 * aborts.
 */
export async function* followAnswer(
  ctx: OrgContext,
  message_id: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerSoFar> {
  let hasChanged = false
  let wake = (): void => undefined
  const notice = (): void => {
    hasChanged = true
    wake()
  }
  using _followed = onAnswerChange(message_id, notice)
  signal.addEventListener('abort', notice)
  try {
    while (!signal.aborted) {
      hasChanged = false
      const live = liveAnswer(message_id)?.peek()
      const now = live ? { ...live, end: null } : await readAnswer(ctx, message_id)
      yield now
      if (now.end !== null) return
      const ms = live ? LIVE_POLL_INTERVAL_MS : now.waiting_for ? WAITING_POLL_INTERVAL_MS : POLL_INTERVAL_MS
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(resolve, ms)
      // It may have changed while the caller worked on the last one.
      if (!hasChanged && !signal.aborted) await promise
      clearTimeout(timer)
    }
  } finally {
    signal.removeEventListener('abort', notice)
  }
}

async function readAnswer(ctx: OrgContext, id: string): Promise<AnswerSoFar> {
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.organization_id, ctx.organization.id), eq(messages.id, id)))
  const [row] = await withLiveAnswers(ctx, rows)
  return { text: row?.content ?? '', waiting_for: row?.waiting_for ?? null, end: endOf(row) }
}

function endOf(row: MessageRow | undefined): AnswerSoFar['end'] {
  if (!row || row.deleted_at !== null) return 'gone'
  if (row.status === 'in_progress') return null
  if (row.status === 'failed') return 'failed'
  return row.is_stopped ? 'stopped' : 'completed'
}
