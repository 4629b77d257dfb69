import { and, eq, type SQL } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import { untilAborted } from '#platform/until-aborted.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { Candidate } from '../models/resolve-models.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { cancelRun } from '../runs/control/cancel-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import type { RunKind } from '../runs/jobs.ts'
import { readResult } from '../runs/log/read-result.ts'
import type { RunHost } from '../runs/run-host.ts'
import { errorOfFailure } from '../runs/run-outcome.ts'
import { type RunBeginning, startRun } from '../runs/start-run.ts'
import { type RunRow, runLeases, runs } from '../runs/table.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { waitForRun } from './wait-for-run.ts'

type ConversationTask = {
  conversation: ConversationRow
  teammate: TeammateRow
  candidates: Candidate[]
  kind: RunKind
  host: RunHost
  /** The message that it is about, found while the conversation is locked. */
  message_id: (ctx: OrgContext) => Promise<string>
  beginning: Omit<RunBeginning, 'is_debug_mode'>
  /** Finds an unfinished run whose result serves this request too. */
  same: SQL | undefined
  /** Whether a finished run has done it already; called under the conversation's lock. */
  isDone?: (ctx: OrgContext) => Promise<boolean>
}

type ConversationTaskEnd = { run: RunRow; text: string }

/**
 * A run beside a conversation, whose result is for the person who requested it. Where the same run is already in progress, its
 * result is awaited instead; null when that one was another person's and was stopped, or the task was done meanwhile.
 */
export async function runConversationTask(
  ctx: MemberContext,
  task: ConversationTask,
  signal: AbortSignal,
): Promise<ConversationTaskEnd | null> {
  const joined = await beginOrJoin(ctx, task)
  if (!joined) return null
  const { run, isOwn, outcome } = joined
  const stop = () => {
    cancelRun(ctx, run).catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be stopped'))
  }
  if (isOwn && signal.aborted) stop()
  else if (isOwn) signal.addEventListener('abort', stop, { once: true })
  const ended = await untilAborted(waitForRun(ctx, run, outcome), signal).finally(() =>
    signal.removeEventListener('abort', stop),
  )
  if (ended.status === 'cancelled') {
    // The caller who began it disconnected, but this one is still connected.
    if (!isOwn) return null
    throw new AppError('conflict', 'The teammate was stopped', { code: 'RUN_CANCELLED' })
  }
  if (ended.status !== 'completed') throw errorOfFailure(ended)
  const text = String((await readResult(ctx, ended)) ?? '').trim()
  if (text === '') throw new AppError('bad_gateway', 'The model said nothing', { code: 'MODEL_FAILED' })
  return { run: ended, text }
}

async function beginOrJoin(ctx: MemberContext, task: ConversationTask) {
  const { conversation, teammate, candidates, kind, host, same } = task
  const beginning = { ...task.beginning, is_debug_mode: ctx.organization.is_debug_mode }
  // Locked, so that of two simultaneous requests one begins and the other finds its run.
  const found = await ctx.transaction(async (ctx) => {
    const locked = await lockConversation(ctx, conversation.id)
    const begun = await findBegun(ctx, locked.id, kind, same)
    if (begun) return { run: begun, isOwn: false as const }
    if (await task.isDone?.(ctx)) return null
    const run = await startRun(ctx, {
      organization_id: ctx.organization.id,
      employee_id: teammate.id,
      conversation_id: locked.id,
      contact_id: null,
      user_id: ctx.user.id,
      parent_run_id: null,
      channel: locked.channel,
      message_id: await task.message_id(ctx),
      assistant_message_id: null,
      is_async: false,
      epoch: 0,
      job: kind,
      beginning,
    })
    return { run, isOwn: true as const }
  })
  if (!found) return null
  const { run, isOwn } = found
  if (!isOwn || run.status !== 'running') return { run, isOwn, outcome: Promise.resolve(null) }
  const outcome = executeRun(ctx, run, { ...host, briefing: { teammate, candidates } }, beginning)
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a run could not be ended'))
  return { run, isOwn, outcome }
}

async function findBegun(ctx: OrgContext, conversation_id: string, kind: RunKind, same: SQL | undefined) {
  const [found] = await ctx.db
    .select({ run: runs })
    .from(runs)
    .innerJoin(runLeases, eq(runLeases.run_id, runs.id))
    .where(
      and(
        eq(runs.organization_id, ctx.organization.id),
        eq(runs.conversation_id, conversation_id),
        eq(runLeases.job, kind.name),
        eq(runLeases.cancel_requested, false),
        same,
      ),
    )
    .limit(1)
  return found?.run ?? null
}
