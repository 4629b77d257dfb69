import { and, inArray } from 'drizzle-orm'
import { withSignIn } from '#contracts/connector-names.ts'
import type { CreateConnector } from '#contracts/connectors.ts'
import type { FileConnector } from '#contracts/teammate-files.ts'
import { connectorsOf } from '../connectors/access.ts'
import { headersOf } from '../connectors/fill-remote.ts'
import { calledIn, excerptOfStored } from '../connectors/stored-document.ts'
import { type ConnectorRow, mcps } from '../connectors/table.ts'
import { readAssigned } from '../connectors/toolsets/read-assigned.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'

/** A variable, alone or behind a word such as `Bearer`: everything else in a header may be a key. */
const IS_VARIABLE = /^(?:[A-Za-z]{1,20} )?\{\{[^{}]+\}\}$/

export async function connectorsOfFile(ctx: OrgContext, teammate: TeammateRow): Promise<FileConnector[]> {
  const assigned = await readAssigned(ctx, teammate)
  const ids = assigned.flatMap(({ mcp_id }) => mcp_id ?? [])
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .select()
          .from(mcps)
          .where(and(connectorsOf(ctx), inArray(mcps.id, ids)))
  const files: FileConnector[] = []
  for (const { mcp_id, oauth_mcp, ask } of assigned) {
    const row = rows.find(({ id }) => id === mcp_id)
    if (row) files.push({ connector: await withoutSecrets(ctx, row), ask })
    else if (oauth_mcp) files.push({ oauth_mcp, ask })
  }
  return files
}

async function withoutSecrets(ctx: OrgContext, row: ConnectorRow): Promise<CreateConnector> {
  const { name, oauth_mcp } = row
  if (oauth_mcp) return { type: 'oauth', name, oauth_mcp }
  const headers = Object.entries(headersOf(ctx, row)).map(([key, value]) => [key, IS_VARIABLE.test(value) ? value : ''])
  const remote = { name, url: withoutKeys(row.url ?? ''), headers: Object.fromEntries(headers) }
  if (row.type !== 'openapi') return { type: 'simple', ...remote }
  return { type: 'openapi', ...remote, document: await excerptOfStored(ctx, row), operations: calledIn(row.tools) }
}

/** An address may hold a password or a key where it is not its path; a variable there is named only. */
function withoutKeys(text: string): string {
  const [address = '', query] = text.split('#', 1)[0]?.split('?', 2) ?? []
  const open = withSignIn(address, '')
  if (query === undefined) return open
  const parts = query.split('&').map((part) => {
    const [name = '', ...value] = part.split('=')
    return IS_VARIABLE.test(value.join('=')) ? part : `${name}=`
  })
  return `${open}?${parts.join('&')}`
}
