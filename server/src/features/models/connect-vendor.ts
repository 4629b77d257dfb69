import type { Vendor } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import type { VendorConnection } from './model-language.ts'
import type { VendorCredentialRow } from './table.ts'

/** Whose key pays for a call: the platform's costs the organization credits. */
export type KeyType = 'organization' | 'platform'

type Credential = { api_key: string | null; base_url: string | null }
export type Connected = { connection: VendorConnection; key_type: KeyType }

/** How to reach a vendor: with the organization's own credential, else with the platform's; null when with neither. */
export function connectVendor(ctx: Context, provider: Vendor, row: VendorCredentialRow | null): Connected | null {
  if (provider === 'vendor_6') return null
  const platform = platformCredential(ctx.ports.config, provider)
  const { outbound, cipher } = ctx.ports

  if (row && isUsable(provider, { api_key: row.api_key_sealed, base_url: row.base_url })) {
    const api_key = row.api_key_sealed && cipher.decrypt(row.api_key_sealed)
    const base_url = row.base_url ?? platform.base_url
    // Only an address that the operator chose may lie inside the operator's network.
    const operators = row.base_url === null && platform.base_url !== null
    return {
      connection: { provider, api_key, base_url, fetch: operators ? fetch : outbound.fetch },
      key_type: 'organization',
    }
  }
  if (!isUsable(provider, platform)) return null
  return { connection: { provider, ...platform, fetch }, key_type: 'platform' }
}

/** A vendor wants a key; a server of one's own needs only an address. */
function isUsable(provider: Vendor, { api_key, base_url }: Credential): boolean {
  return provider === 'custom' ? base_url !== null : api_key !== null
}

export function platformCredential(config: Config, provider: Exclude<Vendor, 'vendor_6'>): Credential {
  const name = provider.toUpperCase() as Uppercase<typeof provider>
  return { api_key: config[`${name}_API_KEY`] ?? null, base_url: config[`${name}_BASE_URL`] ?? null }
}
