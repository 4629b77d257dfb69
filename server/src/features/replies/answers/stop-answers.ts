import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { processId } from '#platform/process-id.ts'
import type { ConversationParties } from '../../conversations/define-channel.ts'
import { announceDelivery } from '../../conversations/deliveries/announce-delivery.ts'
import { endAttempts } from '../../conversations/deliveries/delivery-attempts.ts'
import type { Withdrawn } from '../../conversations/deliveries/withdraw-deliveries.ts'
import { type ConversationRow, messages } from '../../conversations/table.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { runs } from '../../runs/table.ts'
import { answersCancelled, answersStopped, type CancelledAnswers, type StoppedAnswers } from '../events.ts'
import { stopEarlierAnswer } from '../streams/live-answers.ts'
import { cutAnswer } from './cut-answer.ts'

/** A process that has not answered by then is gone, or will find out by its next heartbeat. */
const SILENT_WITHIN_MS = 1000

/** Requests to other processes, with those that have not answered yet. */
const waiting = new Map<string, { missing: Set<string>; end: () => void }>()

/**
 * A conversation has changed hands, in a commit that raised its epoch: when this resolves, no process shows anything
 * more of the answers that were begun before, or begins to deliver one. What was shown of them stays as it was. `others`
 * are the processes that executed runs of the conversation at that commit, `withdrawn` what that commit withdrew.
 */
export async function stopAnswers(
  ctx: OrgContext,
  { id: conversation_id, epoch }: ConversationRow,
  { others, withdrawn }: { others: Set<string>; withdrawn: Withdrawn[] },
  parties: ConversationParties,
): Promise<void> {
  const ids = withdrawn.map(({ message_id }) => message_id)
  const delivered = withinTime(endAttempts(ids))
  await stopEarlierAnswer(conversation_id, epoch)
  const asked = new Set([...others, ...withdrawn.flatMap(({ holder }) => holder ?? [])])
  asked.delete(processId)
  if (asked.size > 0) await askOthers(ctx, asked, { conversation_id, epoch, withdrawn: ids })
  await delivered
  await cutAbandoned(ctx, { conversation_id, epoch }, parties)
  for (const id of ids) await announceDelivery(ctx, id, parties)
}

async function askOthers(
  ctx: Context,
  others: Set<string>,
  unwanted: Omit<CancelledAnswers, 'request_id'>,
): Promise<void> {
  const request_id = newId()
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.set(request_id, { missing: others, end: resolve })
  try {
    await ctx.emit(answersCancelled, { ...unwanted, request_id })
    await withinTime(promise)
  } finally {
    waiting.delete(request_id)
  }
}

/** Resolves with the work, or when nobody waits for it any longer. */
async function withinTime(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SILENT_WITHIN_MS)
  await Promise.race([work, promise])
  clearTimeout(timer)
}

/** What this process streams or delivers of them ends here, and clients are notified. */
export async function stopCancelledAnswers(ctx: Context, unwanted: CancelledAnswers): Promise<void> {
  const { request_id, conversation_id, epoch, withdrawn } = unwanted
  await Promise.all([stopEarlierAnswer(conversation_id, epoch), endAttempts(withdrawn)])
  await ctx.emit(answersStopped, { request_id, holder: processId })
}

export async function receiveStopped(_ctx: Context, { request_id, holder }: StoppedAnswers): Promise<void> {
  const request = waiting.get(request_id)
  request?.missing.delete(holder)
  if (request?.missing.size === 0) request.end()
}

/**
 * Earlier answers that nobody streams: their run waits, or its process has ended. What was saved of them stays. One that was
 * begun since, in this epoch, continues.
 */
async function cutAbandoned(
  ctx: OrgContext,
  { conversation_id, epoch }: { conversation_id: string; epoch: number },
  parties: ConversationParties,
): Promise<void> {
  const abandoned = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.run_id))
    .where(
      and(
        eq(messages.organization_id, ctx.organization.id),
        eq(messages.conversation_id, conversation_id),
        eq(messages.status, 'in_progress'),
        or(isNull(runs.id), lt(runs.epoch, epoch)),
      ),
    )
  for (const { id } of abandoned) await cutAnswer(ctx, id, parties)
}
