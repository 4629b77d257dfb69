import { OAUTH_ENTRIES } from '#contracts/connector-names.ts'
import { type Connector, connectorEndpoints } from '#contracts/connectors.ts'
import { route } from '#platform/route.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findTeammate } from '../teammates/access.ts'
import { findConnector } from './access.ts'
import { assignConnector, unassignConnector } from './assign-connector.ts'
import { countTeammates } from './count-teammates.ts'
import { createConnector, deleteConnector, listConnectors, updateConnector } from './manage-connectors.ts'
import { presentAssigned, presentConnector, presentEntry, presentTools } from './present.ts'
import { readAssigned } from './read-assigned.ts'
import type { ConnectorRow } from './table.ts'
import { testConnector } from './test-connector.ts'

const done = { success: true as const }

async function presentAll(ctx: MemberContext, rows: readonly ConnectorRow[]): Promise<Connector[]> {
  const counts = await countTeammates(ctx, rows)
  return rows.map((row) => presentConnector(ctx, row, counts.get(row.id) ?? 0))
}

async function presentOne(ctx: MemberContext, row: ConnectorRow): Promise<Connector> {
  const counts = await countTeammates(ctx, [row])
  return presentConnector(ctx, row, counts.get(row.id) ?? 0)
}

export const routes = [
  route(connectorEndpoints.listConnectors, {
    caller: 'member',
    serve: async (ctx, { query }) => {
      const page = await listConnectors(ctx, query)
      return { ...page, data: await presentAll(ctx, page.data) }
    },
  }),
  route(connectorEndpoints.createConnector, {
    caller: 'admin',
    serve: async (ctx, { body }) => presentConnector(ctx, await createConnector(ctx, body), 0),
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
    serve: async (ctx, { params }) => presentOne(ctx, await findConnector(ctx, params.mcp_id)),
  }),
  route(connectorEndpoints.listConnectorTools, {
    caller: 'member',
    serve: async (ctx, { params }) => ({ data: presentTools((await findConnector(ctx, params.mcp_id)).tools ?? []) }),
  }),
  route(connectorEndpoints.updateConnector, {
    caller: 'admin',
    serve: async (ctx, { params, body }) => presentOne(ctx, await updateConnector(ctx, params.mcp_id, body)),
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
