import type { CatalogModel } from '#contracts/models.ts'
import { listModels } from '../catalog/manage-models.ts'
import { inCurrentOrganization } from '../organizations/current-organization.ts'
import type { UserContext } from '../users/context.ts'
import { findCredentials } from './access.ts'
import { presentCatalogModel } from './present.ts'
import { canConnect } from './providers/connect-vendor.ts'

/** All models of the catalog, and which of them could answer in the organization that the user works in. */
export async function listCatalog(ctx: UserContext): Promise<CatalogModel[]> {
  const here = await inCurrentOrganization(ctx)
  const credentials = here ? await findCredentials(here) : []
  return (await listModels(ctx)).map((model) => {
    const own = credentials.find(({ provider }) => provider === model.provider) ?? null
    return presentCatalogModel(model, canConnect(ctx, model.provider, own))
  })
}
