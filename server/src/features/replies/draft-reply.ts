import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { ReplyDraft } from '#contracts/drafts.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { type ConversationRow, messages } from '../conversations/table.ts'
import type { MemberContext, OrgContext } from '../organizations/context.ts'
import { claimQueuedRun } from '../runs/claim-queued-run.ts'
import { executeRun } from '../runs/execute-run.ts'
import { finishRun } from '../runs/finish-run.ts'
import type { RunJob } from '../runs/jobs.ts'
import type { RunHost } from '../runs/run-host.ts'
import { runs } from '../runs/table.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { LATEST, readHistory } from './answers/read-history.ts'
import { checkReadiness } from './check-readiness.ts'
import { draftAnswer } from './jobs.ts'
import { runConversationTask } from './run-conversation-task.ts'
import { draftBeginning } from './titles/draft-request.ts'

type Chat = { conversation: ConversationRow; teammate: TeammateRow }

/** The teammate suggests a reply to the operator; nothing is added to the conversation. */
export async function draftReply(
  ctx: MemberContext,
  { conversation, teammate }: Chat,
  signal: AbortSignal,
): Promise<ReplyDraft> {
  const task = {
    conversation,
    teammate,
    candidates: await checkReadiness(ctx, teammate),
    kind: draftAnswer,
    host: draftHost(conversation.id),
    message_id: (ctx: OrgContext) => findLastMessage(ctx, conversation.id),
    beginning: draftBeginning(ctx.ports.tools, teammate),
    same: eq(runs.user_id, ctx.user.id),
  }
  for (;;) {
    const ended = await runConversationTask(ctx, task, signal)
    if (ended) return { content: ended.text, run_id: ended.run.id, model: ended.run.model }
  }
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

/** A draft is not streamed, and its end writes only the run. */
const draftHost = (conversation_id: string): RunHost => ({
  history: (ctx) => readHistory(ctx, conversation_id, { message_id: LATEST }),
  finish: finishRun,
})

/** Continues a draft that waited for a process, or whose process died: a repeated request finds it. */
export async function continueDraft(ctx: Context, job: RunJob): Promise<void> {
  const claimed = await claimQueuedRun(ctx, job)
  if (claimed) await executeRun(claimed.ctx, claimed.run, draftHost(claimed.run.conversation_id ?? claimed.run.id))
}
