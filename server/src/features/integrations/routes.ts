import { type Integration, integrationEndpoints } from '#contracts/integrations.ts'
import type { IdentityProvider } from '#contracts/parties.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { route } from '#platform/route.ts'
import { findEditableTeammate } from '../teammates/access.ts'
import type { TeammateContext } from '../teammates/context.ts'
import { noSuchAccount } from './access.ts'
import { startAttempt } from './accounts/attempts.ts'
import { connectAccount } from './accounts/connect-account.ts'
import { disconnectAccount } from './accounts/disconnect-account.ts'
import { listAccounts, listConnectedAccounts } from './accounts/list-accounts.ts'
import { validateAccount } from './accounts/validate-account.ts'
import { presentAccount } from './present.ts'

/** A provider is asked for each of these. */
const limit = { name: 'integrations', per_minute: 60 }

async function presentOne(ctx: TeammateContext, service: IdentityProvider): Promise<Integration> {
  const shown = (await listAccounts(ctx)).find((one) => one.service === service)
  if (!shown) throw noSuchAccount()
  return presentAccount(ctx, ctx.teammate, shown)
}

export const routes = [
  route(integrationEndpoints.startIntegration, {
    caller: 'member',
    automation: true,
    limit,
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { params, query }) => {
      const teammate = await findEditableTeammate(ctx, query.employee_id)
      return { auth_url: await startAttempt(extendContext(ctx, { teammate }), params.service) }
    },
  }),
  route(integrationEndpoints.finishIntegration, {
    caller: 'member',
    automation: true,
    limit,
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { params, body }) => {
      const connected = await connectAccount(ctx, { service: params.service, ...body })
      return presentOne(connected.ctx, params.service)
    },
  }),
  route(integrationEndpoints.listConnectedAccounts, {
    caller: 'admin',
    serve: async (ctx, { query }) => {
      const page = await listConnectedAccounts(ctx, query)
      const data = page.data.map(({ teammate, ...account }) => {
        const shown = { ...account, service: account.row.service }
        return { ...presentAccount(ctx, teammate, shown), teammate }
      })
      return { ...page, data }
    },
  }),
  route(integrationEndpoints.listIntegrations, {
    caller: 'teammate_viewer',
    serve: async (ctx) => ({
      data: (await listAccounts(ctx)).map((shown) => presentAccount(ctx, ctx.teammate, shown)),
    }),
  }),
  route(integrationEndpoints.validateIntegration, {
    caller: 'teammate_editor',
    automation: true,
    limit,
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { params }) => {
      await validateAccount(ctx, params.service)
      return presentOne(ctx, params.service)
    },
  }),
  route(integrationEndpoints.disconnectIntegration, {
    caller: 'teammate_editor',
    serve: async (ctx, { params }) => {
      await disconnectAccount(ctx, params.service)
      return { success: true as const }
    },
  }),
]
