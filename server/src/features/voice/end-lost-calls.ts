import { and, isNull, lte } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { violates } from '#platform/db/violates.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { receiveTurn } from './call/receive-turn.ts'
import { type CallParties, readCallParties } from './call-parties.ts'
import { conversationCallUpdated } from './events.ts'
import { SEEN_WITHIN_MS } from './record-call.ts'
import { type CallProgress, type VoiceCallRow, voiceCalls } from './table.ts'

/** Ends the calls whose processes died: each is over for the inbox, and what its caller has said last is in the conversation. */
export async function endLostCalls(ctx: Context): Promise<void> {
  const lost = await ctx.db
    .update(voiceCalls)
    .set({ ended_at: ctx.now(), end_code: 'CALL_FAILED' })
    .where(and(isNull(voiceCalls.ended_at), lte(voiceCalls.seen_at, new Date(ctx.now().getTime() - SEEN_WITHIN_MS))))
    .returning()
  for (const call of lost) {
    await settleLostCall(ctx, call).catch((error) => {
      // The conversation is gone, or its caller may not write in it any more.
      if (error instanceof AppError) return
      ctx.log.error({ err: error, call_id: call.id }, 'what a lost call has left could not be saved')
    })
  }
}

async function settleLostCall(ctx: Context, call: VoiceCallRow): Promise<void> {
  const { ctx: own, parties } = await readCallParties(ctx, { ...call, user_session_id: null })
  const { conversation, about } = parties
  await own.emit(conversationCallUpdated, { conversation_id: conversation.id, call: null }, about)
  if (call.progress?.turn) await saveTurn(own, parties, call.progress.turn)
}

async function saveTurn(ctx: OrgContext, parties: CallParties, turn: NonNullable<CallProgress['turn']>): Promise<void> {
  try {
    await receiveTurn(ctx, parties, { ...turn, attachments: [], listening: null })
  } catch (error) {
    // Its process saved it before it died.
    if (!violates(error, 'a_client_sends_a_message_once')) throw error
  }
}
