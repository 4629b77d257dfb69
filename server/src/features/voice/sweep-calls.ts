import { and, eq, isNull, lte } from 'drizzle-orm'
import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import { readConversation } from '../conversations/read-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { organizations } from '../organizations/table.ts'
import { receiveTurn } from './call/receive-turn.ts'
import { conversationCallUpdated } from './events.ts'
import { type CalledConversation, readConversationOfLostCall } from './read-called-conversation.ts'
import { SEEN_WITHIN_MS } from './record-call.ts'
import { isOverdue, settleCall } from './settle-call.ts'
import { type CallProgress, type VoiceCallRow, voiceCalls } from './table.ts'

/** Words that could not be saved for so long are given up. */
const RETRIED_FOR_MS = 10 * 60_000

/** Ends the calls whose processes died, and writes into the conversations of calls that they have ended. */
export async function sweepCalls(ctx: Context): Promise<void> {
  await endLostCalls(ctx)
  await settleEndedCalls(ctx)
}

/** Each is over for the inbox, and the last words of its caller are in the conversation. */
async function endLostCalls(ctx: Context): Promise<void> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms)
  const lost = await ctx.db
    .select()
    .from(voiceCalls)
    .where(and(isNull(voiceCalls.ended_at), lte(voiceCalls.seen_at, before(SEEN_WITHIN_MS))))
  for (const call of lost) {
    await settleLostCall(ctx, call).catch(async (error) => {
      // The conversation is gone, or its caller may not write in it any more.
      if (error instanceof AppError) return endCall(ctx, call)
      ctx.log.error({ err: error, call_id: call.id }, 'what a lost call has left could not be saved')
      if (call.seen_at < before(RETRIED_FOR_MS)) await endCall(ctx, call)
    })
  }
}

/** The words are saved before the call is over: a sweep that dies or fails in between is completed by the next one. */
async function settleLostCall(ctx: Context, call: VoiceCallRow): Promise<void> {
  const { ctx: orgCtx, called } = await readConversationOfLostCall(ctx, call)
  const { conversation, parties } = called
  if (call.progress?.turn) await saveTurn(orgCtx, called, call.progress.turn)
  if (!(await endCall(orgCtx, call))) return
  await orgCtx.emit(conversationCallUpdated, { conversation_id: conversation.id, call: null }, parties)
  await settleCall(orgCtx, call.id, called)
}

/** Calls that no other one has continued, or whose process died between their end and its message. */
async function settleEndedCalls(ctx: Context): Promise<void> {
  const ended = await ctx.db.select().from(voiceCalls).where(isOverdue(ctx.now()))
  for (const call of ended) {
    await settleEndedCall(ctx, call).catch((error) =>
      ctx.log.error({ err: error, call_id: call.id }, 'the end of a call could not be written'),
    )
  }
}

/** Its caller need not be allowed to call any more: maybe that is why it ended. */
async function settleEndedCall(ctx: Context, { id, organization_id, conversation_id }: VoiceCallRow): Promise<void> {
  const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organization_id))
  if (!organization) return
  const orgCtx = extendContext(ctx, { organization })
  const found = await readConversation(orgCtx, conversation_id)
  if (found) await settleCall(orgCtx, id, found)
  else await ctx.db.update(voiceCalls).set({ is_settled: true }).where(eq(voiceCalls.id, id))
}

async function endCall(ctx: Context, { id, seen_at }: VoiceCallRow): Promise<boolean> {
  const ended = await ctx.db
    .update(voiceCalls)
    .set({ ended_at: seen_at, end_code: 'CALL_FAILED' })
    .where(and(eq(voiceCalls.id, id), isNull(voiceCalls.ended_at)))
    .returning({ id: voiceCalls.id })
  return ended.length > 0
}

async function saveTurn(
  ctx: OrgContext,
  called: CalledConversation,
  turn: NonNullable<CallProgress['turn']>,
): Promise<void> {
  try {
    await receiveTurn(ctx, called, { ...turn, attachments: [], listening: null })
  } catch (error) {
    // Its process saved it before it died.
    if (!violates(error, 'a_client_sends_a_message_once')) throw error
  }
}
