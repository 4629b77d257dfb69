import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Session } from '#contracts/sign-in.ts'
import { AppError } from '#platform/error.ts'
import { userSessionEnded } from './audit-actions.ts'
import type { UserContext } from './context.ts'
import { sessionEnded } from './events.ts'
import { SESSION_MS } from './find-session.ts'
import { type SessionRow, sessions } from './table.ts'

const MAX_LISTED = 100

/** Where the user is signed in, the latest use first. */
export async function listSessions(ctx: UserContext): Promise<Session[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, ctx.user.id), gt(sessions.expires_at, ctx.now())))
    .orderBy(desc(sessions.expires_at), desc(sessions.created_at))
    .limit(MAX_LISTED)
  return rows.map((row) => present(row, ctx.session))
}

function present(row: SessionRow, current: SessionRow): Session {
  const { id, public_id, created_at, expires_at, user_agent, device_name, address } = row
  return {
    id: public_id,
    created_at: created_at.toISOString(),
    last_used_at: new Date(expires_at.getTime() - SESSION_MS).toISOString(),
    user_agent,
    device_name,
    address,
    is_current: id === current.id,
  }
}

export function endOneSession(ctx: UserContext, public_id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const [ended] = await ctx.db
      .delete(sessions)
      .where(and(eq(sessions.user_id, ctx.user.id), eq(sessions.public_id, public_id)))
      .returning()
    if (!ended) throw new AppError('not_found', 'Session not found')
    await recordEnd(ctx, ended)
    await ctx.emit(sessionEnded, { user_id: ctx.user.id })
  })
}

/** Also those that have ended but whose sockets may still be let in. */
export function endOtherSessions(ctx: UserContext): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const ended = await ctx.db
      .delete(sessions)
      .where(and(eq(sessions.user_id, ctx.user.id), ne(sessions.id, ctx.session.id)))
      .returning()
    if (ended.length === 0) return
    for (const session of ended) await recordEnd(ctx, session)
    await ctx.emit(sessionEnded, { user_id: ctx.user.id })
  })
}

async function recordEnd(ctx: UserContext, { public_id, user_agent, device_name }: SessionRow): Promise<void> {
  await ctx.record(userSessionEnded, {
    subject: { type: 'session', id: public_id },
    before: { user_agent, ...(device_name && { device_name }) },
  })
}
