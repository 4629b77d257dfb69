import { and, eq } from 'drizzle-orm'
import type { Vendor } from '#contracts/parties.ts'
import type { OrgContext } from '../organizations/context.ts'
import { lockCredential } from './access.ts'
import { organizationAiProviderUpdated } from './events.ts'
import { presentProvider } from './present.ts'
import { type VendorCredentialRow, vendorCredentials } from './table.ts'

type Changes = Partial<Omit<VendorCredentialRow, 'organization_id' | 'provider' | 'updated_at'>>

export const nothingCleared = { cleared_api_key_sealed: null, cleared_base_url: null, cleared_at: null }

/** Every change of a credential goes through here, one at a time, so that none is missed by those who watch it. */
export function changeProvider(
  ctx: OrgContext,
  provider: Vendor,
  change: (row: VendorCredentialRow) => Changes,
): Promise<VendorCredentialRow> {
  const organization_id = ctx.organization.id
  return ctx.transaction(async (ctx) => {
    const changes = change(await lockCredential(ctx, provider))
    const [row] = await ctx.db
      .update(vendorCredentials)
      .set({ ...changes, updated_at: ctx.now() })
      .where(and(eq(vendorCredentials.organization_id, organization_id), eq(vendorCredentials.provider, provider)))
      .returning()
    if (!row) throw new Error('The credential is gone')
    await ctx.emit(organizationAiProviderUpdated, { ...presentProvider(ctx, provider, row), organization_id })
    return row
  })
}
