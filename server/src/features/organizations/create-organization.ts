import { randomBytes } from 'node:crypto'
import { hashSecret } from '#platform/cipher.ts'
import type { Context } from '#platform/context.ts'
import { chooseOrganization } from '../users/choose-organization.ts'
import { alertAboutOrganization } from './jobs.ts'
import { memberships, type OrganizationRow, organizations } from './table.ts'

/** What a default organization starts with; one credit is 0.01 USD. */
const STARTING_CREDITS = 2000

/** 32 lowercase hex characters: safe as a segment of an address. */
export const newPublicKey = (): string => randomBytes(16).toString('hex')

export function newPrivateKey(ctx: Context) {
  const key = randomBytes(32).toString('hex')
  return { private_api_key_sealed: ctx.ports.cipher.encrypt(key), private_api_key_hash: hashSecret(key) }
}

/** Creates an organization owned by the given user, who works in it from now on. */
export function createOrganization(
  ctx: Context,
  { name, owner_id }: { name: string; owner_id: string },
): Promise<OrganizationRow> {
  return ctx.transaction(async (ctx) => {
    const [row] = await ctx.db
      .insert(organizations)
      .values({ name, available_tokens: STARTING_CREDITS, public_api_key: newPublicKey(), ...newPrivateKey(ctx) })
      .returning()
    if (!row) throw new Error('The organization was not written')
    await ctx.db.insert(memberships).values({ organization_id: row.id, user_id: owner_id, role: 'owner' })
    await chooseOrganization(ctx, owner_id, row.id)
    if (ctx.ports.alerts.is_configured) await ctx.enqueue(alertAboutOrganization, { organization_id: row.id })
    return row
  })
}
