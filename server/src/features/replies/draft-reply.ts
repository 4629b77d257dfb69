import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { ReplyDraft } from '#contracts/drafts.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { untilAborted } from '#platform/until-aborted.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { type ConversationRow, messages } from '../conversations/table.ts'
import type { Candidate } from '../models/resolve-models.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { cancelRun } from '../runs/cancel-run.ts'
import { takeOver } from '../runs/continue-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import { finishRun } from '../runs/finish-run.ts'
import type { RunJob } from '../runs/jobs.ts'
import { readResult } from '../runs/read-result.ts'
import type { RunHost } from '../runs/run-host.ts'
import { errorOfFailure } from '../runs/run-outcome.ts'
import { startRun } from '../runs/start-run.ts'
import { type RunRow, runLeases, runs } from '../runs/table.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { checkReadiness } from './check-readiness.ts'
import { draftBeginning } from './draft-request.ts'
import { draftAnswer } from './jobs.ts'
import { LATEST, readHistory } from './read-history.ts'
import { waitForRun } from './wait-for-run.ts'

type About = { conversation: ConversationRow; teammate: TeammateRow }

/**
 * Has the teammate suggest what the caller could reply. It is a run like any other, paid for and logged, whose answer goes
 * to the caller alone; one that is being written already for the same caller is waited for in place of a second.
 */
export async function draftReply(ctx: MemberContext, about: About, signal: AbortSignal): Promise<ReplyDraft> {
  const candidates = await checkReadiness(ctx, about.teammate)
  while (true) {
    const { run, isOwn, outcome } = await beginOrJoin(ctx, about, candidates)
    const stop = () => {
      cancelRun(ctx, run).catch((error) =>
        ctx.log.error({ err: error, run_id: run.id }, 'a draft could not be stopped'),
      )
    }
    if (isOwn && signal.aborted) stop()
    else if (isOwn) signal.addEventListener('abort', stop, { once: true })
    const ended = await untilAborted(waitForRun(ctx, run, outcome), signal).finally(() =>
      signal.removeEventListener('abort', stop),
    )
    // Whoever had begun it is gone; this caller is still here.
    if (ended.status === 'cancelled' && !isOwn) continue
    return presentDraft(ctx, ended)
  }
}

async function presentDraft(ctx: OrgContext, run: RunRow): Promise<ReplyDraft> {
  if (run.status === 'cancelled') {
    throw new AppError('conflict', 'The suggestion was stopped', { code: 'RUN_CANCELLED' })
  }
  if (run.status !== 'completed') throw errorOfFailure(run)
  const content = String((await readResult(ctx, run)) ?? '').trim()
  if (content === '') throw new AppError('bad_gateway', 'The model suggested nothing', { code: 'MODEL_FAILED' })
  return { content, run_id: run.id, model: run.model }
}

async function beginOrJoin(ctx: MemberContext, { conversation, teammate }: About, candidates: Candidate[]) {
  const beginning = {
    ...draftBeginning(ctx.ports.tools, teammate),
    is_debug_mode: ctx.organization.is_debug_mode,
  }
  // Locked, so that of two requests at once one begins and the other finds what was begun.
  const { run, isOwn } = await ctx.transaction(async (ctx) => {
    const locked = await lockConversation(ctx, conversation.id)
    const begun = await findDraft(ctx, locked.id)
    if (begun) return { run: begun, isOwn: false as const }
    const run = await startRun(ctx, {
      organization_id: ctx.organization.id,
      employee_id: teammate.id,
      conversation_id: locked.id,
      contact_id: null,
      user_id: ctx.user.id,
      parent_run_id: null,
      channel: locked.channel,
      message_id: await findLastMessage(ctx, locked.id),
      assistant_message_id: null,
      is_async: false,
      epoch: 0,
      job: draftAnswer,
      beginning,
    })
    return { run, isOwn: true as const }
  })
  if (!isOwn || run.status !== 'running') return { run, isOwn, outcome: Promise.resolve(null) }
  const host = { ...draftHost(conversation.id), briefing: { teammate, candidates } }
  const outcome = executeRun(ctx, run, host, beginning)
  outcome.catch((error) => ctx.log.error({ err: error, run_id: run.id }, 'a draft could not be ended'))
  return { run, isOwn, outcome }
}

/** What is being written for the caller in this conversation. */
async function findDraft(ctx: MemberContext, conversation_id: string): Promise<RunRow | null> {
  const [found] = await ctx.db
    .select({ run: runs })
    .from(runs)
    .innerJoin(runLeases, eq(runLeases.run_id, runs.id))
    .where(
      and(
        eq(runs.organization_id, ctx.organization.id),
        eq(runs.conversation_id, conversation_id),
        eq(runs.user_id, ctx.user.id),
        eq(runLeases.job, draftAnswer.name),
        eq(runLeases.cancel_requested, false),
      ),
    )
    .limit(1)
  return found?.run ?? null
}

async function findLastMessage(ctx: OrgContext, conversation_id: string): Promise<string> {
  const [last] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation_id),
        inArray(messages.role, ['contact', 'ai', 'operator']),
        isNull(messages.deleted_at),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  if (!last) throw new AppError('unprocessable', 'Nothing has been said yet', { code: 'NOTHING_SAID' })
  return last.id
}

/** Nobody watches it being written, and its end writes nothing but the run. */
const draftHost = (conversation_id: string): RunHost => ({
  history: (ctx) => readHistory(ctx, conversation_id, { message_id: LATEST }),
  finish: finishRun,
})

/** Goes on with a draft that waited for a free process, or whose process is gone: who asks again finds it. */
export async function continueDraft(ctx: Context, job: RunJob): Promise<void> {
  const taken = await takeOver(ctx, job)
  if (taken) await executeRun(taken.ctx, taken.run, draftHost(taken.run.conversation_id ?? taken.run.id))
}
