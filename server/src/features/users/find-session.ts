import { hash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { defineSharedRead } from '#platform/db/shared-read.ts'
import { sessionEnded } from './events.ts'
import { sessionIdOfToken } from './socket-token.ts'
import { type SessionRow, sessions, type UserRow, users } from './table.ts'

const HOUR_MS = 3_600_000

/** A session lives so long from its last use. */
export const SESSION_MS = 24 * HOUR_MS

export type SignedIn = { session: SessionRow; user: UserRow }

/** The row's key for a cookie's value; it never leaves the server, so a keyed hash is as good as an HMAC and faster. */
export const sessionId = (ctx: Context, cookie: string): string =>
  hash('sha256', `${ctx.ports.session_secret}${cookie}`)

/** A session with its user, in one round trip. */
const byCookie = defineSharedRead((db) =>
  db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('find_session'),
)

export async function findSession(ctx: Context, cookie: string): Promise<SignedIn | null> {
  const [found] = await byCookie(ctx.db, { id: sessionId(ctx, cookie) })
  if (!found || found.session.expires_at <= ctx.now()) return null
  await extendSession(ctx, found.session)
  return found
}

/** A session lives 24 hours from its last use; it is written at most once an hour. */
export async function extendSession(ctx: Context, session: SessionRow): Promise<void> {
  const now = ctx.now().getTime()
  if (session.expires_at.getTime() - now > SESSION_MS - HOUR_MS) return
  await ctx.db
    .update(sessions)
    .set({ expires_at: new Date(now + SESSION_MS) })
    .where(eq(sessions.id, session.id))
}

/** Websocket tokens outlive the session record, up to `COOKIE_TTL`; signing out ends both. */
export async function findSocketSession(ctx: Context, ws_token: string): Promise<SignedIn | null> {
  const session_id = sessionIdOfToken(ctx, ws_token)
  if (!session_id) return null
  const [found] = await ctx.db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.id, session_id), gt(sessions.ws_expires_at, ctx.now())))
  return found ?? null
}

/** Whether a session has not ended, for what it let in and what continues after the request. */
export async function hasSession(ctx: Context, session_id: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, session_id), gt(sessions.ws_expires_at, ctx.now())))
  return found !== undefined
}

export async function endSession(ctx: Context, { id }: Pick<SessionRow, 'id'>): Promise<void> {
  const [ended] = await ctx.db.delete(sessions).where(eq(sessions.id, id)).returning({ user_id: sessions.user_id })
  if (ended) await ctx.emit(sessionEnded, ended)
}

/** Ends the session of a cookie, if it has one. */
export const endSessionOf = (ctx: Context, cookie: string): Promise<void> =>
  endSession(ctx, { id: sessionId(ctx, cookie) })

export async function evictEndedSessions(ctx: Context): Promise<void> {
  await ctx.db.delete(sessions).where(lt(sessions.ws_expires_at, ctx.now()))
}
