import { createHmac } from 'node:crypto'
import { safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'

/** A session's websocket token: made of the session each time it is shown, so that it is stored nowhere. */
export function socketToken(ctx: Context, session_id: string): string {
  const proof = createHmac('sha256', ctx.ports.session_secret).update(`websocket:${session_id}`).digest('base64url')
  return `${session_id}.${proof}`
}

/** The session that a token was made of; null for anything that this server did not make. */
export function sessionIdOfToken(ctx: Context, token: string): string | null {
  const [session_id = ''] = token.split('.', 1)
  return /^[0-9a-f]{64}$/.test(session_id) && safeEqual(token, socketToken(ctx, session_id)) ? session_id : null
}
