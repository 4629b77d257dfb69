import { lte } from 'drizzle-orm'
import { type Vendor, vendors } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { canRestore, RESTORABLE_MS } from '../access.ts'
import { providerRestored } from '../audit-actions.ts'
import { type VendorCredentialRow, vendorCredentials } from '../table.ts'
import { changeProvider, nothingCleared } from './change-provider.ts'

/** Undoes the last clearing, within five minutes of it. */
export function restoreProvider(ctx: OrgContext, provider: Vendor): Promise<VendorCredentialRow> {
  return changeProvider(ctx, provider, { type: providerRestored }, (row) => {
    if (!canRestore(row, ctx.now())) {
      const { label } = vendors[provider]
      throw new AppError('conflict', `Nothing of ${label} was cleared in the last five minutes`)
    }
    return {
      api_key_sealed: row.cleared_api_key_sealed,
      base_url: row.cleared_base_url,
      key_check: null,
      ...nothingCleared,
    }
  })
}

/** Erases what can no longer be restored. */
export async function eraseClearedKeys(ctx: Context): Promise<void> {
  const latest = new Date(ctx.now().getTime() - RESTORABLE_MS)
  await ctx.db.update(vendorCredentials).set(nothingCleared).where(lte(vendorCredentials.cleared_at, latest))
}
