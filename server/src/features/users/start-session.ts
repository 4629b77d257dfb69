import { randomToken } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { userSignedIn } from './audit-actions.ts'
import { endSessionOf, SESSION_MS, sessionId } from './find-session.ts'
import { socketToken } from './socket-token.ts'
import { type SessionRow, sessionIdTokens, sessions } from './table.ts'

const MAX_USER_AGENT_LENGTH = 300

type Start = {
  /** What the browser was signed in by before; that session ends. */
  former_cookie?: string | null
  id_token?: string
  /** Of a desktop app. */
  device_name?: string
}

/** Signs a user in; answers with the value for the session cookie. */
export function startSession(
  ctx: Context,
  user_id: string,
  { former_cookie = null, id_token, device_name }: Start = {},
): Promise<{ cookie: string; ws_token: string; session: SessionRow }> {
  return ctx.transaction(async (ctx) => {
    if (former_cookie) await endSessionOf(ctx, former_cookie)
    const cookie = randomToken(32)
    const id = sessionId(ctx, cookie)
    const now = ctx.now().getTime()
    const [session] = await ctx.db
      .insert(sessions)
      .values({
        id,
        user_id,
        expires_at: new Date(now + SESSION_MS),
        user_agent: ctx.request?.user_agent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        device_name: device_name ?? null,
        address: ctx.request?.address ?? null,
        ws_expires_at: new Date(now + ctx.ports.config.COOKIE_TTL * 1000),
      })
      .returning()
    if (!session) throw new Error('The session was not written')
    if (id_token !== undefined) {
      const id_token_sealed = ctx.ports.cipher.encrypt(id_token)
      await ctx.db.insert(sessionIdTokens).values({ session_id: id, id_token_sealed })
    }
    await ctx.record(userSignedIn, { user_id })
    return { cookie, ws_token: socketToken(ctx, id), session }
  })
}
