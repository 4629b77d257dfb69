import type { Provider } from '#contracts/models.ts'
import { Vendor } from '#contracts/parties.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { findCredentials } from '../access.ts'
import { presentProvider } from '../present.ts'

/** Every vendor in the order of the model dialog, with the organization's connection to it. */
export async function listProviders(ctx: OrgContext): Promise<Provider[]> {
  const rows = await findCredentials(ctx)
  return Vendor.options.map((vendor) =>
    presentProvider(ctx, vendor, rows.find(({ provider }) => provider === vendor) ?? null),
  )
}
