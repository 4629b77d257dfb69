import { eq } from 'drizzle-orm'
import { hashSecret } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { type VoiceSessionRow, voiceSessions } from './table.ts'

/** The session that a socket is opened with; null where there is none, it has expired, or a socket was opened with it before. */
export async function consumeSession(ctx: Context, session_id: string): Promise<VoiceSessionRow | null> {
  const [row] = await ctx.db
    .delete(voiceSessions)
    .where(eq(voiceSessions.id, hashSecret(session_id)))
    .returning()
  return row && row.expires_at > ctx.now() ? row : null
}
