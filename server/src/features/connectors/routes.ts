import { OAUTH_ENTRIES } from '#contracts/connector-names.ts'
import { connectorEndpoints } from '#contracts/connectors.ts'
import { route } from '#platform/route.ts'
import { findTeammate } from '../teammates/access.ts'
import { findConnector } from './access.ts'
import { assignConnector, unassignConnector } from './assign-connector.ts'
import { createConnector, deleteConnector, listConnectors, updateConnector } from './manage-connectors.ts'
import { presentAssigned, presentConnector, presentEntry } from './present.ts'
import { readAssigned } from './read-assigned.ts'
import { testConnector } from './test-connector.ts'

const done = { success: true as const }

export const routes = [
  route(connectorEndpoints.listConnectors, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listConnectors(ctx, query)
      return { ...page, data: page.data.map((row) => presentConnector(ctx, row)) }
    },
  }),
  route(connectorEndpoints.createConnector, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentConnector(ctx, await createConnector(ctx, body)),
  }),
  route(connectorEndpoints.listOauthEntries, {
    caller: 'member',
    serve: async () => ({ data: OAUTH_ENTRIES.map(presentEntry) }),
  }),
  route(connectorEndpoints.testConnector, {
    caller: 'member',
    automation: true,
    limit: { name: 'connector-tests', per_minute: 60 },
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { body: { employee_id, ...choice } }) => {
      await findTeammate(ctx, employee_id)
      return { ...done, toolsets: await testConnector(ctx, choice) }
    },
  }),
  route(connectorEndpoints.showConnector, {
    caller: 'member',
    serve: async (ctx, { params }) => presentConnector(ctx, await findConnector(ctx, params.mcp_id)),
  }),
  route(connectorEndpoints.updateConnector, {
    caller: 'admin',
    serve: async (ctx, { params, body }) => presentConnector(ctx, await updateConnector(ctx, params.mcp_id, body)),
  }),
  route(connectorEndpoints.deleteConnector, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteConnector(ctx, params.mcp_id)
      return done
    },
  }),
  route(connectorEndpoints.listAssignedConnectors, {
    caller: 'teammate_viewer',
    serve: async (ctx) => ({ data: presentAssigned(await readAssigned(ctx, ctx.teammate)) }),
  }),
  route(connectorEndpoints.assignConnector, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => {
      await assignConnector(ctx, body)
      return done
    },
  }),
  route(connectorEndpoints.unassignConnector, {
    caller: 'teammate_editor',
    serve: async (ctx, { body }) => {
      await unassignConnector(ctx, body)
      return done
    },
  }),
]
