import {
  ApiKeys,
  Organization,
  PrivateApiKey,
  UpdateDailyCostLimit,
  UpdateOrganization,
} from '#contracts/organizations.ts'
import { route } from '#platform/route.ts'
import { changeOrganization } from './change-organization.ts'
import { revealPrivateKey, rotatePrivateKey, rotatePublicKey, showKeys } from './manage-keys.ts'
import { presentOrganization } from './present.ts'
import { updateOrganization } from './update-organization.ts'

const organization = '/api/organizations/:organization_id'

export const routes = [
  route({
    method: 'PUT',
    path: organization,
    caller: 'admin',
    summary: 'Change the settings of the organization',
    body: UpdateOrganization,
    output: Organization,
    serve: async (ctx, { body }) => presentOrganization(await updateOrganization(ctx, body)),
  }),
  route({
    method: 'PUT',
    path: `${organization}/ai-employee-daily-cost-limit`,
    caller: 'admin',
    summary: 'Limit what each teammate may spend a day',
    body: UpdateDailyCostLimit,
    output: Organization,
    serve: async (ctx, { body }) => presentOrganization(await changeOrganization(ctx, body)),
  }),
  route({
    method: 'GET',
    path: `${organization}/api-keys`,
    caller: 'admin',
    summary: 'The keys of the organization, the private one masked',
    output: ApiKeys,
    serve: async (ctx) => showKeys(ctx),
  }),
  route({
    method: 'GET',
    path: `${organization}/api-keys/private`,
    caller: 'admin',
    summary: 'The whole private key, to copy it',
    output: PrivateApiKey,
    serve: async (ctx) => ({ private_api_key: await revealPrivateKey(ctx) }),
  }),
  route({
    method: 'POST',
    path: `${organization}/api-keys/private/rotate`,
    caller: 'admin',
    summary: 'Replace the private key; the old one stops working at once',
    output: PrivateApiKey,
    serve: async (ctx) => ({ private_api_key: await rotatePrivateKey(ctx) }),
  }),
  route({
    method: 'POST',
    path: `${organization}/api-keys/public/rotate`,
    caller: 'admin',
    summary: 'Replace the public key; the old one stops working at once',
    output: ApiKeys,
    serve: (ctx) => rotatePublicKey(ctx),
  }),
]
