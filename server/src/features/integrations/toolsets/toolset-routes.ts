import { OAUTH_ENTRIES, serviceOf } from '#contracts/connector-names.ts'
import { connectorEndpoints } from '#contracts/connectors.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { route } from '#platform/route.ts'
import { presentEntry, presentTools } from '../../connectors/present.ts'
import { findTeammate } from '../../teammates/access.ts'
import { isAvailable } from '../accounts/provider.ts'
import { listAssigned } from './list-assigned.ts'
import { listAssignedTools } from './list-assigned-tools.ts'
import { testToolset } from './test-toolset.ts'

/** What is said of connectors where their accounts must be known. */
export const toolsetRoutes = [
  route(connectorEndpoints.listOauthEntries, {
    caller: 'member',
    serve: async ({ ports }) => ({
      data: OAUTH_ENTRIES.map((entry) => presentEntry(entry, isAvailable(ports.config, serviceOf(entry)))),
    }),
  }),
  route(connectorEndpoints.testConnector, {
    caller: 'member',
    automation: true,
    limit: { name: 'connector-tests', per_minute: 60 },
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { body: { employee_id, ...choice } }) => {
      const teammate = await findTeammate(ctx, employee_id)
      return { success: true as const, toolsets: [await testToolset(extendContext(ctx, { teammate }), choice)] }
    },
  }),
  route(connectorEndpoints.listAssignedConnectors, {
    caller: 'teammate_viewer',
    serve: async (ctx) => ({ data: await listAssigned(ctx) }),
  }),
  route(connectorEndpoints.listAssignedTools, {
    caller: 'teammate_viewer',
    serve: async (ctx, { query }) => ({ data: presentTools(await listAssignedTools(ctx, query)) }),
  }),
]
