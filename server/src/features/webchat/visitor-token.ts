import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { hashSecret } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import type { OrganizationRow } from '../organizations/table.ts'

/** What a token permits: to write as a visitor, or to receive their events. Neither permits the other. */
type Purpose = 'session' | 'socket'

const Claims = z.object({
  sub: z.uuid(),
  organization: z.uuid(),
  /** Which public key it was given out under: rotating the key ends it. */
  key: z.string(),
  proof: z.string().nullable(),
  exp: z.number(),
})
export type Claims = z.infer<typeof Claims>

/** Tells one secret from the next without telling the secret. */
export const fingerprint = (secret: string): string => hashSecret(secret).slice(0, 16)

const keyOf = (ctx: Context, purpose: Purpose): Buffer => ctx.ports.cipher.deriveKey(`webchat ${purpose}`)

type Holder = { contact_channel_id: string; proof: string | null }

export function signToken(
  ctx: Context & { organization: OrganizationRow },
  purpose: Purpose,
  { contact_channel_id, proof }: Holder,
): Promise<string> {
  const { WEBCHAT_JWT_TTL, visitor_socket_ttl } = ctx.ports.config
  const now = Math.floor(ctx.now().getTime() / 1000)
  const { id: organization, public_api_key } = ctx.organization
  return new SignJWT({ organization, key: fingerprint(public_api_key), proof })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(contact_channel_id)
    .setAudience(purpose)
    .setIssuedAt(now)
    .setExpirationTime(now + (purpose === 'session' ? WEBCHAT_JWT_TTL : visitor_socket_ttl))
    .sign(keyOf(ctx, purpose))
}

/** What a token says; null for anything that this server did not sign for this purpose, or that has expired. */
export async function readToken(ctx: Context, purpose: Purpose, token: string): Promise<Claims | null> {
  const options = { algorithms: ['HS256'], audience: purpose, currentDate: ctx.now() }
  const verified = await jwtVerify(token, keyOf(ctx, purpose), options).catch(() => null)
  return Claims.safeParse(verified?.payload).data ?? null
}

/** Whether it was given out by this organization, under the public key that it has now. */
export const isOf = ({ organization }: { organization: OrganizationRow }, claims: Claims): boolean =>
  claims.organization === organization.id && claims.key === fingerprint(organization.public_api_key)
