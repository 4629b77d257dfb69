import { modelEndpoints } from '#contracts/models.ts'
import { route } from '#platform/route.ts'
import { listCatalog } from './list-catalog.ts'
import { listProviders } from './list-providers.ts'
import { presentProvider } from './present.ts'
import { readMetadata } from './read-metadata.ts'
import { restoreProvider } from './restore-provider.ts'
import { updateProvider } from './update-provider.ts'

export const routes = [
  route(modelEndpoints.listModelsToChoose, {
    caller: 'user',
    serve: (ctx) => listCatalog(ctx),
  }),
  route(modelEndpoints.showModelMetadata, {
    caller: 'developer',
    serve: (ctx, { query }) => readMetadata(ctx, query),
  }),
  route(modelEndpoints.listProviders, {
    caller: 'admin',
    serve: (ctx) => listProviders(ctx),
  }),
  route(modelEndpoints.updateProvider, {
    caller: 'admin',
    serve: async (ctx, { params: { provider }, body }) =>
      presentProvider(ctx, provider, await updateProvider(ctx, provider, body)),
  }),
  route(modelEndpoints.restoreProvider, {
    caller: 'admin',
    serve: async (ctx, { params: { provider } }) =>
      presentProvider(ctx, provider, await restoreProvider(ctx, provider)),
  }),
]
