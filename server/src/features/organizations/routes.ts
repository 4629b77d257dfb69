import { organizationEndpoints } from '#contracts/organizations.ts'
import { route } from '#platform/route.ts'
import { changeOrganization } from './change-organization.ts'
import { revealPrivateKey, rotatePrivateKey, rotatePublicKey, showKeys } from './manage-keys.ts'
import { presentOrganization } from './present.ts'
import { updateOrganization } from './update-organization.ts'

export const routes = [
  route(organizationEndpoints.updateOrganization, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentOrganization(await updateOrganization(ctx, body)),
  }),
  route(organizationEndpoints.updateDailyCostLimit, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentOrganization(await changeOrganization(ctx, body)),
  }),
  route(organizationEndpoints.showApiKeys, {
    caller: 'admin',
    serve: async (ctx) => showKeys(ctx),
  }),
  route(organizationEndpoints.revealPrivateApiKey, {
    caller: 'admin',
    serve: async (ctx) => ({ private_api_key: await revealPrivateKey(ctx) }),
  }),
  route(organizationEndpoints.rotatePrivateApiKey, {
    caller: 'admin',
    serve: async (ctx) => ({ private_api_key: await rotatePrivateKey(ctx) }),
  }),
  route(organizationEndpoints.rotatePublicApiKey, {
    caller: 'admin',
    serve: (ctx) => rotatePublicKey(ctx),
  }),
]
