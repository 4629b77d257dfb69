import type { CatalogModel, Provider } from '#contracts/models.ts'
import { type Vendor, vendors } from '#contracts/parties.ts'
import type { Context } from '#platform/context.ts'
import { presentModel } from '../catalog/present.ts'
import type { ModelRow } from '../catalog/table.ts'
import { maskKey } from '../organizations/manage-keys.ts'
import { canRestore } from './access.ts'
import { canConnect } from './providers/connect-vendor.ts'
import type { VendorCredentialRow } from './table.ts'

/** Of a key shorter than this the tail would give away too much. */
const SHORT = 12

/** Only `vendor_6` asks each organization for a connection of its own. */
export function presentCatalogModel(row: ModelRow, is_available: boolean): CatalogModel {
  return { ...presentModel(row), is_connected: row.provider !== 'vendor_6' || is_available, is_available }
}

export function presentProvider(ctx: Context, provider: Vendor, row: VendorCredentialRow | null): Provider {
  const key = row?.api_key_sealed ? ctx.ports.cipher.decrypt(row.api_key_sealed) : null
  return {
    provider,
    label: vendors[provider].label,
    is_connected: canConnect(ctx, provider, row),
    has_own_key: key !== null,
    api_key: key && maskKey(key.length < SHORT ? '' : key),
    base_url: row?.base_url ?? null,
    can_restore: row !== null && canRestore(row, ctx.now()),
    key_check: row?.key_check ?? null,
    account: row?.account ?? null,
    lost_at: row?.lost_at?.toISOString() ?? null,
  }
}
