import { randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { userSignedIn } from './acts.ts'
import { endSessionOf, SESSION_MS, sessionId } from './find-session.ts'
import { socketToken } from './socket-token.ts'
import { sessions } from './table.ts'

const MOST_OF_USER_AGENT = 300

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
      expires_at: new Date(now + SESSION_MS),
      user_agent: ctx.request?.user_agent?.slice(0, MOST_OF_USER_AGENT) ?? null,
      address: ctx.request?.address ?? null,
      ws_expires_at: new Date(now + ctx.ports.config.COOKIE_TTL * 1000),
    })
    await ctx.record(userSignedIn, { user_id })
    return { cookie, ws_token: socketToken(ctx, id) }
  })
}
