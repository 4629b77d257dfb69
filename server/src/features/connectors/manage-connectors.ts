import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { CreateConnector, UpdateConnector } from '#contracts/connectors.ts'
import { paginate } from '#platform/db/paginate.ts'
import { violates } from '#platform/db/violates.ts'
import { validationError } from '#platform/http/errors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { changedMeanwhile, connectorsOf, nameTaken, noSuchConnector, tooManyConnectors } from './access.ts'
import { connectorCreated, connectorDeleted, connectorUpdated, subjectOf } from './audit-actions.ts'
import { connectorChanged } from './events.ts'
import { headersOf } from './fill-remote.ts'
import { listToolsOfConnector } from './jobs.ts'
import { toolsOfDocument } from './openapi/document-thread.ts'
import { shownUrl } from './present.ts'
import type { StoredTool } from './remote-types.ts'
import { calledIn, chooseAgain, chosen, storeDocument } from './stored-document.ts'
import { type ConnectorRow, mcps } from './table.ts'

const MAX_CONNECTORS = 200

const FIELDS_OF = {
  simple: ['name', 'url', 'headers'],
  openapi: ['name', 'url', 'headers', 'document', 'operations'],
  oauth: ['name', 'oauth_mcp'],
}

export const listConnectors = (ctx: OrgContext, page: { page: number; limit: number }) =>
  paginate(ctx.db, ctx.db.select().from(mcps).where(connectorsOf(ctx)).orderBy(asc(mcps.name)).$dynamic(), page)

export async function createConnector(ctx: OrgContext, given: CreateConnector): Promise<ConnectorRow> {
  return addConnector(ctx, given, await toolsToCome(ctx, given))
}

/** The tools that a new connector begins with. Read before any transaction, which a long document would hold open. */
export const toolsToCome = async (ctx: OrgContext, given: CreateConnector): Promise<StoredTool[] | null> =>
  given.type === 'openapi' ? toolsOfDocument(ctx, { text: given.document, address: given.url }, given.operations) : null

export function addConnector(
  ctx: OrgContext,
  given: CreateConnector,
  tools: StoredTool[] | null,
): Promise<ConnectorRow> {
  const { organization } = ctx
  return ctx.transaction(async (ctx) => {
    // Serialized, so that simultaneous requests cannot exceed the limit.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connectors ${organization.id}`}, 0))`)
    const [has] = await ctx.db.select({ connectors: count() }).from(mcps).where(connectorsOf(ctx))
    if (has && has.connectors >= MAX_CONNECTORS) {
      throw tooManyConnectors(`An organization has ${MAX_CONNECTORS} connectors at most`)
    }
    const now = ctx.now()
    const { name, type } = given
    const [row] = await ctx.db
      .insert(mcps)
      .values({
        organization_id: organization.id,
        name,
        type,
        url: type === 'oauth' ? null : given.url,
        headers_sealed: type === 'oauth' ? null : sealed(ctx, given.headers),
        oauth_mcp: type === 'oauth' ? given.oauth_mcp : null,
        ...(tools && chosen(tools)),
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing({ target: [mcps.organization_id, mcps.name] })
      .returning()
    if (!row) throw nameTaken(name)
    if (given.type === 'openapi') await storeDocument(ctx, row, given.document)
    await ctx.record(connectorCreated, { subject: subjectOf(row), after: auditedConnector(ctx, row) })
    await announce(ctx, row)
    await askForTools(ctx, row)
    return row
  })
}

/** A server at another address has other tools, so the cached list is dropped; tools of an API are in its document. */
export async function updateConnector(ctx: OrgContext, id: string, given: UpdateConnector): Promise<ConnectorRow> {
  const { headers, document, operations, ...rest } = given
  const chosenAnew = (document ?? operations) ? await chooseAgain(ctx, id, given) : null
  try {
    return await ctx.transaction(async (ctx) => {
      const before = await lockConnector(ctx, id)
      refuseForeignFields(before.type, given)
      if (chosenAnew && chosenAnew.version !== before.version) throw changedMeanwhile()
      const isElsewhere = given.url !== undefined && given.url !== before.url
      const isAnotherServer = isElsewhere && before.type === 'simple'
      const [row] = await ctx.db
        .update(mcps)
        .set({
          ...rest,
          ...(headers && { headers_sealed: sealed(ctx, headers) }),
          ...((isElsewhere || headers || chosenAnew) && {
            protocol: null,
            version: sql`${mcps.version} + 1`,
            last_error: null,
            last_error_at: null,
          }),
          ...(isElsewhere && { listed_at: null }),
          ...(isAnotherServer && { tools: null, tool_count: null, token_count: null }),
          ...(chosenAnew && chosen(chosenAnew.tools)),
          ...((isAnotherServer || chosenAnew) && { list_version: sql`${mcps.list_version} + 1` }),
          updated_at: ctx.now(),
        })
        .where(eq(mcps.id, id))
        .returning()
      if (!row) throw noSuchConnector()
      if (document !== undefined) await storeDocument(ctx, row, document)
      await ctx.record(connectorUpdated, {
        subject: subjectOf(row),
        before: auditedConnector(ctx, before),
        after: auditedConnector(ctx, row),
      })
      await announce(ctx, row)
      if (row.version !== before.version) await askForTools(ctx, row)
      return row
    })
  } catch (error) {
    if (!violates(error, 'a_connector_has_a_name_of_its_own')) throw error
    throw nameTaken(given.name ?? '')
  }
}

/** Its assignments go with it. */
export function deleteConnector(ctx: OrgContext, id: string): Promise<void> {
  return ctx.transaction(async (ctx) => {
    const before = await lockConnector(ctx, id)
    await ctx.db.delete(mcps).where(eq(mcps.id, id))
    await ctx.record(connectorDeleted, { subject: subjectOf(before), before: auditedConnector(ctx, before) })
    await announce(ctx, before)
  })
}

async function lockConnector(ctx: OrgContext, id: string): Promise<ConnectorRow> {
  const [row] = await ctx.db
    .select()
    .from(mcps)
    .where(and(connectorsOf(ctx), eq(mcps.id, id)))
    .for('update')
  if (!row) throw noSuchConnector()
  return row
}

const announce = (ctx: OrgContext, { id, organization_id }: ConnectorRow) =>
  ctx.emit(connectorChanged, { organization_id, mcp_id: id })

async function askForTools(ctx: OrgContext, { id, type }: ConnectorRow): Promise<void> {
  if (type === 'simple') await ctx.enqueue(listToolsOfConnector, { mcp_id: id })
}

const sealed = ({ ports }: OrgContext, headers: Record<string, string>) => ports.cipher.encrypt(JSON.stringify(headers))

function refuseForeignFields(type: ConnectorRow['type'], given: object): void {
  const foreign = Object.keys(given).filter((field) => !FIELDS_OF[type].includes(field))
  if (foreign.length === 0) return
  throw validationError(foreign.map((path) => ({ path, message: `A connector of type ${type} has no such field` })))
}

/** The audit log names headers; their values may be keys. */
function auditedConnector(ctx: OrgContext, { name, type, oauth_mcp, ...row }: ConnectorRow) {
  if (type === 'oauth') return { name, type, oauth_mcp }
  const url = shownUrl(row.url ?? '')
  const headers = Object.keys(headersOf(ctx, row))
  if (type === 'simple') return { name, type, url, headers }
  return { name, type, url, headers, operations: calledIn(row.tools) }
}
