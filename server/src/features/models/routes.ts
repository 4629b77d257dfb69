import { modelEndpoints } from '#contracts/models.ts'
import { route } from '#platform/route.ts'
import { listModels } from '../catalog/manage-models.ts'
import { listProviders } from './list-providers.ts'
import { presentCatalogModel, presentProvider } from './present.ts'
import { readMetadata } from './read-metadata.ts'
import { restoreProvider } from './restore-provider.ts'
import { updateProvider } from './update-provider.ts'

export const routes = [
  route(modelEndpoints.listModelsToChoose, {
    caller: 'user',
    serve: async (ctx) => (await listModels(ctx)).map(presentCatalogModel),
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
    serve: async (ctx, { params: { provider }, body }) => {
      const { row, key_check } = await updateProvider(ctx, provider, body)
      return { ...presentProvider(ctx, provider, row), key_check }
    },
  }),
  route(modelEndpoints.restoreProvider, {
    caller: 'admin',
    serve: async (ctx, { params: { provider } }) =>
      presentProvider(ctx, provider, await restoreProvider(ctx, provider)),
  }),
]
