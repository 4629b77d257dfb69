import { and, eq } from 'drizzle-orm'
import type { Vendor } from '#contracts/parties.ts'
import type { OrgContext } from '../organizations/context.ts'
import { type VendorCredentialRow, vendorCredentials } from './table.ts'

/** How long a cleared key can be had back. */
export const RESTORABLE_MS = 5 * 60_000

export function canRestore({ cleared_at }: VendorCredentialRow, now: Date): boolean {
  return cleared_at !== null && now.getTime() - cleared_at.getTime() < RESTORABLE_MS
}

export function findCredentials(ctx: OrgContext): Promise<VendorCredentialRow[]> {
  return ctx.db.select().from(vendorCredentials).where(eq(vendorCredentials.organization_id, ctx.organization.id))
}

/** The organization's row for a vendor, held until the transaction ends; a first one is empty. */
export async function lockCredential(ctx: OrgContext, provider: Vendor): Promise<VendorCredentialRow> {
  const organization_id = ctx.organization.id
  await ctx.db.insert(vendorCredentials).values({ organization_id, provider }).onConflictDoNothing()
  const [row] = await ctx.db
    .select()
    .from(vendorCredentials)
    .where(and(eq(vendorCredentials.organization_id, organization_id), eq(vendorCredentials.provider, provider)))
    .for('update')
  if (!row) throw new Error('The credential was not written')
  return row
}
