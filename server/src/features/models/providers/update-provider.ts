import type { Provider, UpdateProvider } from '#contracts/models.ts'
import { type Vendor, vendors } from '#contracts/parties.ts'
import { AppError } from '#platform/error.ts'
import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findCredentials } from '../access.ts'
import { providerUpdated } from '../audit-actions.ts'
import type { VendorCredentialRow } from '../table.ts'
import { checkKey } from '../vendors/check-key.ts'
import { changeProvider, nothingCleared } from './change-provider.ts'
import { connectOwn } from './connect-vendor.ts'

type KeyCheck = Provider['key_check']

const COPIED_WHOLE = 'Check that it was copied whole and is still valid.'

const refusal = (path: string, message: string) => validationError([{ path, message }])

/**
 * Sets or clears an organization's own key and address; what was cleared can be restored for five minutes. A key that
 * the vendor refuses is not saved.
 */
export async function updateProvider(
  ctx: OrgContext,
  provider: Vendor,
  input: UpdateProvider,
): Promise<VendorCredentialRow> {
  refuseMisfit(provider, input)
  // Asked before the transaction, which must not wait for anybody outside.
  const asked = await askVendor(ctx, provider, input)
  const { cipher } = ctx.ports

  return changeProvider(ctx, provider, { type: providerUpdated }, (row) => {
    const { api_key, base_url = row.base_url } = input
    const moved = base_url !== null && base_url !== row.base_url
    if (moved && api_key === undefined && row.api_key_sealed) {
      throw refusal('api_key', 'Give the key again with the new address, so that no other server gets it')
    }
    const api_key_sealed = api_key === undefined ? row.api_key_sealed : api_key && cipher.encrypt(api_key)
    const key_check = api_key === undefined ? row.key_check : asked
    return { api_key_sealed, base_url, key_check, ...keptFrom(row, { api_key_sealed, base_url }, ctx.now()) }
  })
}

async function askVendor(ctx: OrgContext, provider: Vendor, { api_key, base_url }: UpdateProvider): Promise<KeyCheck> {
  if (!api_key) return null
  const stored = (await findCredentials(ctx)).find((row) => row.provider === provider)
  const connection = connectOwn(ctx, provider, { api_key, base_url: base_url ?? stored?.base_url ?? null })
  if (connection === null) return 'unverified'
  const { verdict, reason } = await checkKey(connection)
  if (verdict !== 'refused') return verdict
  const { label } = vendors[provider]
  const message = `${label} did not accept this key. ${reason ? `${label} says: ${reason}` : COPIED_WHOLE}`
  throw new AppError('bad_request', message, { code: 'KEY_REFUSED', data: { issues: [{ path: 'api_key', message }] } })
}

function refuseMisfit(provider: Vendor, { api_key, base_url }: UpdateProvider): void {
  const { label } = vendors[provider]
  if (provider === 'vendor_6') throw refusal('api_key', `${label} connects by sign-in, not by key`)
  if (provider === 'custom') return
  if (base_url !== undefined) throw refusal('base_url', `The address of ${label} is not set here`)
  if (api_key === undefined) throw refusal('api_key', 'A key is required; null clears it')
}

type Credential = Pick<VendorCredentialRow, 'api_key_sealed' | 'base_url'>

/** Key and address are kept together, so that a restored key goes nowhere but where it was meant for. */
function keptFrom(row: VendorCredentialRow, next: Credential, now: Date) {
  const clears = (row.api_key_sealed && !next.api_key_sealed) || (row.base_url && !next.base_url)
  if (clears) {
    return { cleared_api_key_sealed: row.api_key_sealed, cleared_base_url: row.base_url, cleared_at: now }
  }
  return next.api_key_sealed || next.base_url ? nothingCleared : {}
}
