import { lt } from 'drizzle-orm'
import { VOICE_PATH } from '#contracts/socket.ts'
import type { VoiceSession } from '#contracts/voice.ts'
import { hashSecret, randomToken } from '#platform/cipher.ts'
import type { ConversationRow } from '../conversations/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import { requireOpen } from './read-called-conversation.ts'
import { requireVoice } from './require-voice.ts'
import { voiceSessions } from './table.ts'

/** The contract's time between the request for a call and its socket. */
const SESSION_TTL_MS = 20 * 60_000

type ToCall = {
  teammate: TeammateRow
  conversation: ConversationRow
  /** The colleague who calls and their session, or what the channel checks again for its contact. */
  caller: { user_id: string; user_session_id: string } | { grant: object }
}

/** Prepares a call: 409 where the conversation is archived, 422 where the teammate cannot be called now. */
export async function createVoiceSession(
  ctx: OrgContext,
  { teammate, conversation, caller }: ToCall,
): Promise<VoiceSession> {
  requireOpen(conversation)
  await requireVoice(ctx, teammate)
  const session_id = randomToken(32)
  const expires_at = new Date(ctx.now().getTime() + SESSION_TTL_MS)
  await ctx.db.delete(voiceSessions).where(lt(voiceSessions.expires_at, ctx.now()))
  await ctx.db.insert(voiceSessions).values({
    id: hashSecret(session_id),
    organization_id: ctx.organization.id,
    employee_id: teammate.id,
    conversation_id: conversation.id,
    ...caller,
    expires_at,
  })
  const address = new URL(VOICE_PATH, ctx.ports.config.BASE_URL)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('session', session_id)
  return {
    session_id,
    conversation_id: conversation.id,
    websocket_url: address.href,
    expires_at: expires_at.toISOString(),
  }
}
