import type { Vendor } from '#contracts/parties.ts'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { openSocket } from '#platform/outbound/open-socket.ts'
import type { VendorConnection } from '../model-language.ts'
import type { VendorCredentialRow } from '../table.ts'

/** Whose key pays for a call: the platform's costs the organization credits. */
type KeyType = 'organization' | 'platform'

type Credential = { api_key: string | null; base_url: string | null }
export type Connected = { connection: VendorConnection; key_type: KeyType }

/** How to reach a vendor: with the organization's own credential, else with the platform's; null when with neither. */
export function connectVendor(
  ctx: Context,
  provider: Exclude<Vendor, 'vendor_6'>,
  row: VendorCredentialRow | null,
): Connected | null {
  if (hasOwn(provider, row)) {
    const api_key = row.api_key_sealed && ctx.ports.cipher.decrypt(row.api_key_sealed)
    return {
      connection: ownConnection(ctx, provider, { api_key, base_url: row.base_url }),
      key_type: 'organization',
    }
  }
  const platform = platformCredential(ctx.ports.config, provider)
  if (!isUsable(provider, platform)) return null
  return { connection: { provider, ...platform, fetch, openSocket }, key_type: 'platform' }
}

/** Whether there is a credential to connect with, for callers that do not need the key. */
export function canConnect(ctx: Context, provider: Vendor, row: VendorCredentialRow | null): boolean {
  if (provider === 'vendor_6') return row !== null && row.tokens_sealed !== null
  return hasOwn(provider, row) || isUsable(provider, platformCredential(ctx.ports.config, provider))
}

function hasOwn(provider: Vendor, row: VendorCredentialRow | null): row is VendorCredentialRow {
  return row !== null && isUsable(provider, { api_key: row.api_key_sealed, base_url: row.base_url })
}

/** How a vendor would be reached with this credential of an organization; null where it does not suffice. */
export function connectOwn(ctx: Context, provider: Vendor, own: Credential): VendorConnection | null {
  if (provider === 'vendor_6' || !isUsable(provider, own)) return null
  return ownConnection(ctx, provider, own)
}

function ownConnection(
  { ports: { config, outbound } }: Context,
  provider: Exclude<Vendor, 'vendor_6'>,
  { api_key, base_url }: Credential,
): VendorConnection {
  const operators = platformCredential(config, provider).base_url
  if (base_url !== null || operators === null) {
    return { provider, api_key, base_url, fetch: outbound.fetch, openSocket: outbound.openSocket }
  }
  // Only an address that the operator chose may lie inside the operator's network.
  return { provider, api_key, base_url: operators, fetch, openSocket }
}

/** A vendor wants a key; a server of one's own needs only an address. */
function isUsable(provider: Vendor, { api_key, base_url }: Credential): boolean {
  return provider === 'custom' ? base_url !== null : api_key !== null
}

export function platformCredential(config: Config, provider: Exclude<Vendor, 'vendor_6'>): Credential {
  const name = provider.toUpperCase() as Uppercase<typeof provider>
  return { api_key: config[`${name}_API_KEY`] ?? null, base_url: config[`${name}_BASE_URL`] ?? null }
}
