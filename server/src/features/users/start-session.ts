import { randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { endSessionOf, sessionId } from './find-session.ts'
import { socketToken } from './socket-token.ts'
import { sessions } from './table.ts'

const DAY = 86_400_000

/** Signs a user in; answers with the value for the session cookie. The session that the browser had before ends. */
export function startSession(
  ctx: Context,
  user_id: string,
  former_cookie: string | null = null,
): Promise<{ cookie: string; ws_token: string }> {
  return ctx.transaction(async (ctx) => {
    if (former_cookie) await endSessionOf(ctx, former_cookie)
    const cookie = randomToken(32)
    const id = sessionId(ctx, cookie)
    const now = ctx.now().getTime()
    await ctx.db.insert(sessions).values({
      id,
      user_id,
      expires_at: new Date(now + DAY),
      ws_expires_at: new Date(now + ctx.ports.config.COOKIE_TTL * 1000),
    })
    return { cookie, ws_token: socketToken(ctx, id) }
  })
}
