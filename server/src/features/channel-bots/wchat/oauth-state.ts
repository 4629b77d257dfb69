import { createHmac } from 'node:crypto'
import { lte } from 'drizzle-orm'
import { z } from 'zod'
import { safeEqual } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import type { MemberContext } from '../../organizations/context.ts'
import { usedOAuthStates } from '../table.ts'

const STATE_MS = 10 * 60_000

const State = z.object({ organization_id: z.uuid(), user_id: z.uuid(), nonce: z.uuid(), expires_at: z.number() })
type OAuthState = z.infer<typeof State>

/** Who began the sign-in, for which organization and when: authenticated by a key of this server, and not stored. */
export function sealState(ctx: MemberContext): string {
  const state: OAuthState = {
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    nonce: newId(),
    expires_at: ctx.now().getTime() + STATE_MS,
  }
  const payload = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${payload}.${proofOf(ctx, payload)}`
}

/** Null for whatever this server did not make, and for what is too old. */
export function openState(ctx: Context, text: string): OAuthState | null {
  const [payload = '', proof = '', ...more] = text.split('.')
  if (more.length > 0 || !safeEqual(proof, proofOf(ctx, payload))) return null
  const state = State.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return state.expires_at > ctx.now().getTime() ? state : null
}

/** True for the first who comes with this state. */
export async function redeemState(
  ctx: Context,
  { nonce, expires_at }: Pick<OAuthState, 'nonce' | 'expires_at'>,
): Promise<boolean> {
  const values = { nonce, expires_at: new Date(expires_at) }
  const used = await ctx.db.insert(usedOAuthStates).values(values).onConflictDoNothing()
  return used.rowCount === 1
}

/** Of a state that is too old by itself nothing need be known. */
export async function deleteUsedStates(ctx: Context): Promise<void> {
  await ctx.db.delete(usedOAuthStates).where(lte(usedOAuthStates.expires_at, ctx.now()))
}

const proofOf = (ctx: Context, payload: string): string =>
  createHmac('sha256', ctx.ports.session_secret).update(`wchat-oauth:${payload}`).digest('base64url')
