import { and, eq } from 'drizzle-orm'
import type { ApiDocument } from '#contracts/api-documents.ts'
import type { UpdateConnector } from '#contracts/connectors.ts'
import type { OrgContext } from '../organizations/context.ts'
import { findConnector, noSuchConnector } from './access.ts'
import { tokensOf } from './lists/tokens-of.ts'
import { describeDocument, excerptOfDocument, toolsOfDocument } from './openapi/document-thread.ts'
import type { StoredTool } from './remote-types.ts'
import { type ConnectorRow, connectorDocuments } from './table.ts'

export const chosen = (tools: StoredTool[]) => ({ tools, tool_count: tools.length, token_count: tokensOf(tools) })

export async function storeDocument(ctx: OrgContext, { id }: ConnectorRow, text: string): Promise<void> {
  await ctx.db
    .insert(connectorDocuments)
    .values({ mcp_id: id, organization_id: ctx.organization.id, text })
    .onConflictDoUpdate({ target: connectorDocuments.mcp_id, set: { text } })
}

/** The operations in the document of a connector, and which of them are tools now. */
export async function showDocument(
  ctx: OrgContext,
  id: string,
  signal: AbortSignal,
): Promise<ApiDocument & { chosen: string[] }> {
  const connector = await findConnector(ctx, id)
  const document = await describeDocument(ctx, { text: await readKept(ctx, id), address: connector.url }, signal)
  return { ...document, chosen: calledIn(connector.tools) }
}

/** The part of the document that the tools need. */
export const excerptOfStored = async (ctx: OrgContext, { id, tools }: ConnectorRow): Promise<string> =>
  excerptOfDocument(ctx, await readKept(ctx, id), calledIn(tools))

export const calledIn = (tools: ConnectorRow['tools']): string[] => (tools ?? []).map(({ called }) => called)

/**
 * The tools of a connector of which another document or other operations were given, and the version that they were
 * read for. Of a new document the same operations are tools as before, unless others are named.
 */
export async function chooseAgain(
  ctx: OrgContext,
  id: string,
  given: Pick<UpdateConnector, 'document' | 'operations' | 'url'>,
): Promise<{ version: number; tools: StoredTool[] } | null> {
  const { type, version, tools, url } = await findConnector(ctx, id)
  // Refused with the other fields that are foreign to its type.
  if (type !== 'openapi') return null
  const text = given.document ?? (await readKept(ctx, id))
  const wanted = given.operations ?? calledIn(tools)
  return { version, tools: await toolsOfDocument(ctx, { text, address: given.url ?? url }, wanted) }
}

async function readKept(ctx: OrgContext, id: string): Promise<string> {
  const [kept] = await ctx.db
    .select({ text: connectorDocuments.text })
    .from(connectorDocuments)
    .where(and(eq(connectorDocuments.organization_id, ctx.organization.id), eq(connectorDocuments.mcp_id, id)))
  if (!kept) throw noSuchConnector()
  return kept.text
}
