import { extendContext } from '#platform/bus/create-context.ts'
import type { Context } from '#platform/context.ts'
import type { Admission } from '#platform/socket/serve-sockets.ts'
import { findContact, findSite } from './access.ts'
import { visitorRoom } from './events.ts'
import { type Claims, isOf, readToken } from './visitor-token.ts'
import { isStillProven } from './visitors/identity.ts'

/** The room of all connections of an organization’s visitors, by which they are checked again. */
export const visitorsOf = (organization_id: string): string => `visitors:${organization_id}`

/** A visitor receives events of their own conversations, as long as the organization is active and its public key is the same. */
export const admitVisitor = (ctx: Context): Admission => ({
  async identify(token) {
    const claims = await readAdmitted(ctx, token)
    return claims && { holder_id: visitorsOf(claims.organization), expiresAt: new Date(claims.exp * 1000) }
  },
  async roomsOf(token) {
    const claims = await readAdmitted(ctx, token)
    return claims && [visitorRoom(claims.sub)]
  },
})

async function readAdmitted(ctx: Context, token: string): Promise<Claims | null> {
  const claims = await readToken(ctx, 'socket', token)
  if (!claims) return null
  const site = await findSite(ctx, claims.organization)
  if (site?.organization.status !== 'active' || !isOf(site, claims)) return null
  const { organization, rules } = site
  const found = await findContact(extendContext(ctx, { organization }), { id: claims.sub })
  return found && isStillProven(ctx, rules, { ...found, proof: claims.proof }) ? claims : null
}
