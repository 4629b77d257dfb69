import type { z } from 'zod'
import type { CreateVoiceSession, VoiceSession } from '#contracts/voice.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { createVoiceSession as prepareCall } from '../voice/create-session.ts'
import { requireVoice } from '../voice/require-voice.ts'
import { findOwnChat } from './access.ts'
import { openChat } from './open-chat.ts'

/** A colleague calls a teammate, in a chat of theirs or in a new one. */
export async function createVoiceSession(
  ctx: TeammateContext,
  { conversation_id }: z.output<typeof CreateVoiceSession>,
): Promise<VoiceSession> {
  // No empty chat is left behind where the teammate cannot be called.
  if (!conversation_id) await requireVoice(ctx, ctx.teammate)
  const { conversation } = conversation_id ? await findOwnChat(ctx, conversation_id) : await openChat(ctx)
  const caller = { user_id: ctx.user.id, user_session_id: ctx.session.id }
  return prepareCall(ctx, { teammate: ctx.teammate, conversation, caller })
}
