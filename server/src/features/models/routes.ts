import {
  Catalog,
  MetadataQuery,
  ModelMetadata,
  Provider,
  ProviderParams,
  Providers,
  UpdateProvider,
} from '#contracts/models.ts'
import { route } from '#platform/route.ts'
import { listModels } from '../catalog/manage-models.ts'
import { listProviders } from './list-providers.ts'
import { presentCatalogModel, presentProvider } from './present.ts'
import { readMetadata } from './read-metadata.ts'
import { restoreProvider } from './restore-provider.ts'
import { updateProvider } from './update-provider.ts'

const providers = '/api/organizations/:organization_id/providers'

export const routes = [
  route({
    method: 'GET',
    path: '/api/init/models',
    caller: 'user',
    summary: 'Models to choose from',
    output: Catalog,
    serve: async (ctx) => (await listModels(ctx)).map(presentCatalogModel),
  }),
  route({
    method: 'GET',
    path: '/api/admin/ai-models/metadata',
    caller: 'developer',
    summary: 'What the vendor publishes about a model',
    query: MetadataQuery,
    output: ModelMetadata,
    serve: (ctx, { query }) => readMetadata(ctx, query),
  }),
  route({
    method: 'GET',
    path: providers,
    caller: 'admin',
    summary: 'How the organization stands with each model vendor, keys masked',
    output: Providers,
    serve: (ctx) => listProviders(ctx),
  }),
  route({
    method: 'PATCH',
    path: `${providers}/:provider`,
    caller: 'admin',
    summary: 'Set or clear a key of the organization’s own',
    params: ProviderParams,
    body: UpdateProvider,
    output: Provider,
    serve: async (ctx, { params: { provider }, body }) =>
      presentProvider(ctx, provider, await updateProvider(ctx, provider, body)),
  }),
  route({
    method: 'POST',
    path: `${providers}/:provider/restore`,
    caller: 'admin',
    summary: 'Bring back what was cleared in the last five minutes',
    params: ProviderParams,
    output: Provider,
    serve: async (ctx, { params: { provider } }) =>
      presentProvider(ctx, provider, await restoreProvider(ctx, provider)),
  }),
]
