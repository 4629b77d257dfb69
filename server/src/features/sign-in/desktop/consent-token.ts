import { createHmac } from 'node:crypto'
import { safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { type DesktopRequest, queryOf } from './desktop-request.ts'

export const CONSENT_MS = 10 * 60_000

/**
 * Given to the consent page for one session and one request, so that no link of another page can stand for a person's click.
 * Stored nowhere: it proves itself, and the code that it gives is what is stored.
 */
export function createConsentToken(ctx: Context, session_id: string, request: DesktopRequest): string {
  const expires = String(ctx.now().getTime() + CONSENT_MS)
  return `${expires}.${proofOf(ctx, expires, session_id, request)}`
}

export function isConsentToken(ctx: Context, token: string, session_id: string, request: DesktopRequest): boolean {
  const [expires = ''] = token.split('.', 1)
  if (!/^\d{13}$/.test(expires) || Number(expires) <= ctx.now().getTime()) return false
  return safeEqual(token, `${expires}.${proofOf(ctx, expires, session_id, request)}`)
}

const proofOf = (ctx: Context, expires: string, session_id: string, request: DesktopRequest): string =>
  createHmac('sha256', ctx.ports.session_secret)
    .update(`desktop-consent\n${expires}\n${session_id}\n${queryOf(request)}`)
    .digest('base64url')
