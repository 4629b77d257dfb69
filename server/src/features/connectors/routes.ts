import { MAX_DOCUMENT_CHARACTERS } from '#contracts/api-documents.ts'
import { type Connector, connectorEndpoints } from '#contracts/connectors.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import { route } from '#platform/route.ts'
import type { MemberContext } from '../organizations/context.ts'
import { findConnector } from './access.ts'
import { createConnector, deleteConnector, listConnectors, updateConnector } from './manage-connectors.ts'
import { describeDocument } from './openapi/document-thread.ts'
import { presentConnector, presentTools } from './present.ts'
import { showDocument } from './stored-document.ts'
import type { ConnectorRow } from './table.ts'
import { assignConnector, unassignConnector } from './toolsets/assign-connector.ts'
import { countTeammates } from './toolsets/count-teammates.ts'

/** A document is a JSON text in a JSON text, in which every quote and line break takes a second character. */
const MAX_BODY_BYTES = 2 * MAX_DOCUMENT_CHARACTERS
const documentLimit = { name: 'api-documents', per_minute: 60 }

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
    bodyLimitBytes: MAX_BODY_BYTES,
    serve: async (ctx, { body }) => presentConnector(ctx, await createConnector(ctx, body), 0),
  }),
  route(connectorEndpoints.readApiDocument, {
    caller: 'admin',
    effect: false,
    bodyLimitBytes: MAX_BODY_BYTES,
    limit: documentLimit,
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { body, http }) =>
      await whileConnected(http, (signal) =>
        describeDocument(ctx, { text: body.document, address: body.url ?? null }, signal),
      ),
  }),
  route(connectorEndpoints.showApiDocument, {
    caller: 'admin',
    limit: documentLimit,
    limitBy: ({ user }) => user.id,
    serve: async (ctx, { params, http }) =>
      await whileConnected(http, (signal) => showDocument(ctx, params.mcp_id, signal)),
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
    bodyLimitBytes: MAX_BODY_BYTES,
    serve: async (ctx, { params, body }) => presentOne(ctx, await updateConnector(ctx, params.mcp_id, body)),
  }),
  route(connectorEndpoints.deleteConnector, {
    caller: 'admin',
    serve: async (ctx, { params }) => {
      await deleteConnector(ctx, params.mcp_id)
      return done
    },
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
