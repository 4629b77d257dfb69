import { randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { sessionId } from './find-session.ts'
import { sessions } from './table.ts'

const DAY = 86_400_000

/** Signs a user in; answers with the value for the session cookie. */
export async function startSession(ctx: Context, user_id: string): Promise<{ cookie: string; ws_token: string }> {
  const cookie = randomToken(32)
  const ws_token = randomToken(32)
  const now = ctx.now().getTime()
  await ctx.db.insert(sessions).values({
    id: sessionId(ctx, cookie),
    user_id,
    ws_token,
    expires_at: new Date(now + DAY),
    ws_expires_at: new Date(now + ctx.ports.config.COOKIE_TTL * 1000),
  })
  return { cookie, ws_token }
}
