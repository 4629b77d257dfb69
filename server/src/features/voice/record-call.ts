import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { type CallErrorCode, callErrors } from '#contracts/voice-socket.ts'
import type { Context } from '#platform/context.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type CallEnd, callEndWanted, conversationCallUpdated } from './events.ts'
import type { CalledConversation } from './read-called-conversation.ts'
import { mayBeContinued } from './settle-call.ts'
import { type CallEndCode, type CallProgress, type VoiceCallRow, voiceCalls } from './table.ts'

/** A call that has not been seen for so long was lost with its process. */
export const SEEN_WITHIN_MS = 30_000
export const SEEN_INTERVAL_MS = 10_000

const isUnderWay = (ctx: Context, conversation_id: string) =>
  and(
    eq(voiceCalls.conversation_id, conversation_id),
    isNull(voiceCalls.ended_at),
    gt(voiceCalls.seen_at, new Date(ctx.now().getTime() - SEEN_WITHIN_MS)),
  )

/** Records that a call begins. A conversation has one call at a time: an earlier one ends, in whichever process it is. */
export async function recordCall(
  ctx: OrgContext,
  { conversation, parties, user_id }: CalledConversation,
): Promise<{ call: VoiceCallRow; earlier: CallProgress | null }> {
  const { call, replaced, earlier } = await ctx.transaction(async (ctx) => {
    await lockConversation(ctx, conversation.id)
    const earlier = await findBrokenOff(ctx, conversation.id)
    const replaced = await ctx.db
      .update(voiceCalls)
      .set({ ended_at: ctx.now(), end_code: 'CALL_MOVED' })
      .where(and(eq(voiceCalls.conversation_id, conversation.id), isNull(voiceCalls.ended_at)))
      .returning({ id: voiceCalls.id })
    // The conversation says that a call has ended when the last one that continued it has.
    if (earlier) await ctx.db.update(voiceCalls).set({ is_settled: true }).where(eq(voiceCalls.id, earlier.id))
    const [call] = await ctx.db
      .insert(voiceCalls)
      .values({
        organization_id: ctx.organization.id,
        employee_id: parties.teammate.id,
        conversation_id: conversation.id,
        user_id,
        started_at: ctx.now(),
        first_started_at: earlier && (earlier.first_started_at ?? earlier.started_at),
        seen_at: ctx.now(),
        // Not lost where this call breaks off before it is recorded again.
        progress: earlier?.progress ?? null,
      })
      .returning()
    if (!call) throw new Error('The call was not recorded')
    const begun = { started_at: call.started_at.toISOString() }
    await ctx.emit(conversationCallUpdated, { conversation_id: conversation.id, call: begun }, parties)
    return { call, replaced, earlier }
  })
  await endElsewhere(ctx, replaced, 'CALL_MOVED', 'The call continues in another window')
  return { call, earlier: earlier?.progress ?? null }
}

/**
 * The last call if nobody has hung up: its process died or stopped, its line broke, or it still continues in another
 * window.
 */
async function findBrokenOff(ctx: OrgContext, conversation_id: string): Promise<VoiceCallRow | null> {
  const [last] = await ctx.db
    .select()
    .from(voiceCalls)
    .where(eq(voiceCalls.conversation_id, conversation_id))
    .orderBy(desc(voiceCalls.started_at))
    .limit(1)
  if (!last) return null
  return last.ended_at === null || mayBeContinued(last, ctx.now()) ? last : null
}

/** Written while the call is under way. Once it was ended elsewhere, the reason is returned. */
export async function recordSeen(ctx: Context, call_id: string, progress: CallProgress): Promise<CallErrorCode | null> {
  const rows = await ctx.db
    .update(voiceCalls)
    .set({ seen_at: ctx.now(), progress })
    .where(and(eq(voiceCalls.id, call_id), isNull(voiceCalls.ended_at)))
    .returning({ id: voiceCalls.id })
  if (rows.length > 0) return null
  const [ended] = await ctx.db
    .select({ end_code: voiceCalls.end_code })
    .from(voiceCalls)
    .where(eq(voiceCalls.id, call_id))
  return callErrors.find((code) => code === ended?.end_code) ?? 'HUNG_UP'
}

type Ended = { end_code: CallEndCode | null; progress: CallProgress }

/** Records that a call is over, and where it broke off; false where something else has ended it before. */
export async function recordEnd(
  ctx: OrgContext,
  call_id: string,
  { end_code, progress }: Ended,
  { conversation, parties }: CalledConversation,
): Promise<boolean> {
  const ended = await ctx.db
    .update(voiceCalls)
    .set({ ended_at: ctx.now(), end_code, progress })
    .where(and(eq(voiceCalls.id, call_id), isNull(voiceCalls.ended_at)))
    .returning({ id: voiceCalls.id })
  if (ended.length === 0) return false
  await ctx.emit(conversationCallUpdated, { conversation_id: conversation.id, call: null }, parties)
  return true
}

/** An operator ends the call that is under way in a conversation, in whichever process it is; false where there is none. */
export async function hangUp(
  ctx: OrgContext,
  operator: { id: string },
  { conversation, parties }: Pick<CalledConversation, 'conversation' | 'parties'>,
): Promise<boolean> {
  const ended = await ctx.db
    .update(voiceCalls)
    .set({ ended_at: ctx.now(), end_code: 'HUNG_UP', ended_by_user_id: operator.id })
    .where(and(eq(voiceCalls.organization_id, ctx.organization.id), isUnderWay(ctx, conversation.id)))
    .returning({ id: voiceCalls.id })
  if (ended.length === 0) return false
  await ctx.emit(conversationCallUpdated, { conversation_id: conversation.id, call: null }, parties)
  await endElsewhere(ctx, ended, 'HUNG_UP', 'The other side has hung up')
  return true
}

async function endElsewhere(
  ctx: OrgContext,
  calls: { id: string }[],
  code: CallErrorCode,
  message: string,
): Promise<void> {
  for (const { id } of calls) {
    const end: CallEnd = { call_id: id, code, message }
    await ctx.emit(callEndWanted, end)
  }
}
