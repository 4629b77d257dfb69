import { modelEndpoints } from '#contracts/models.ts'
import { route } from '#platform/route.ts'
import { listCatalog } from './list-catalog.ts'
import { cancelAttempt, findAttempt, presentAttempt } from './plan/attempts.ts'
import { revokePlan } from './plan/revoke-plan.ts'
import { startAttempt } from './plan/start-attempt.ts'
import { presentProvider } from './present.ts'
import { listProviders } from './providers/list-providers.ts'
import { restoreProvider } from './providers/restore-provider.ts'
import { updateProvider } from './providers/update-provider.ts'
import { readMetadata } from './read-metadata.ts'

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
  route(modelEndpoints.startConnectionAttempt, {
    caller: 'admin',
    // Each may cost the vendor a code.
    limit: { name: 'connection-attempts', per_minute: 10 },
    limitBy: ({ organization }) => organization.id,
    serve: async (ctx) => presentAttempt(await startAttempt(ctx), ctx.now()),
  }),
  route(modelEndpoints.showConnectionAttempt, {
    caller: 'admin',
    serve: async (ctx) => presentAttempt(await findAttempt(ctx), ctx.now()),
  }),
  route(modelEndpoints.cancelConnectionAttempt, {
    caller: 'admin',
    serve: async (ctx) => presentAttempt(await cancelAttempt(ctx), ctx.now()),
  }),
  route(modelEndpoints.revokePlan, {
    caller: 'admin',
    serve: async (ctx) => presentProvider(ctx, 'vendor_6', await revokePlan(ctx)),
  }),
]
