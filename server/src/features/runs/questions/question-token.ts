import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'

const Claims = z.object({ sub: z.uuid(), organization: z.uuid(), seq: z.number().int() })
const AUDIENCE = 'workflow answer'
/** A question without an expiry of its own is asked for a year at most, as long as a step may wait. */
const MAX_SECONDS = 31_536_000

type Asked = { run_id: string; organization_id: string; seq: number; created_at: Date; wakes_at: Date | null }

/** A token for the right to answer one question. It is derived, always the same and stored nowhere. */
export function signQuestion(ctx: Context, { run_id, organization_id, seq, created_at, wakes_at }: Asked) {
  const asked = Math.floor(created_at.getTime() / 1000)
  const expires = wakes_at ? Math.ceil(wakes_at.getTime() / 1000) : asked + MAX_SECONDS
  return new SignJWT({ organization: organization_id, seq })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(run_id)
    .setAudience(AUDIENCE)
    .setIssuedAt(asked)
    .setExpirationTime(expires)
    .sign(ctx.ports.cipher.deriveKey(AUDIENCE))
}

/** Which question a token is for; null for anything that this server did not sign for this, or that has expired. */
export async function readQuestionToken(ctx: Context, token: string) {
  const options = { algorithms: ['HS256'], audience: AUDIENCE, currentDate: ctx.now() }
  const verified = await jwtVerify(token, ctx.ports.cipher.deriveKey(AUDIENCE), options).catch(() => null)
  const claims = Claims.safeParse(verified?.payload).data
  return claims ? { run_id: claims.sub, organization_id: claims.organization, seq: claims.seq } : null
}
