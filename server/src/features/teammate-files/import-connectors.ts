import { and, eq } from 'drizzle-orm'
import type { CreateConnector } from '#contracts/connectors.ts'
import type { FileConnector } from '#contracts/teammate-files.ts'
import { connectorsOf } from '../connectors/access.ts'
import { addConnector, toolsToCome } from '../connectors/manage-connectors.ts'
import type { StoredTool } from '../connectors/remote-types.ts'
import { calledIn } from '../connectors/stored-document.ts'
import { type ConnectorRow, mcps } from '../connectors/table.ts'
import { assignConnector } from '../connectors/toolsets/assign-connector.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateContext } from '../teammates/context.ts'

type ReadConnector = FileConnector & { tools: StoredTool[] | null }
type Taken = { without_headers: string[]; without_keys: string[]; accounts: string[] }

const MAX_NAME_LENGTH = 200

/** Those of a file with the tools that they bring. Read before any transaction, which long documents would hold open. */
export async function readConnectors(ctx: OrgContext, files: readonly FileConnector[]): Promise<ReadConnector[]> {
  const read: ReadConnector[] = []
  // One after the other, as an organization reads documents.
  for (const file of files)
    read.push({ ...file, tools: 'connector' in file ? await toolsToCome(ctx, file.connector) : null })
  return read
}

/** Assigns the organization's own connector where it has the same one, and a new one where it has not. */
export async function importConnectors(ctx: TeammateContext, files: readonly ReadConnector[]): Promise<Taken> {
  const taken: Taken = { without_headers: [], without_keys: [], accounts: [] }
  for (const { ask, tools, ...file } of files) {
    if ('oauth_mcp' in file) {
      taken.accounts.push(file.oauth_mcp)
      await assignConnector(ctx, { oauth_mcp: file.oauth_mcp, ask })
      continue
    }
    const { connector } = file
    const { row, isNew } = await findOrCreate(ctx, connector, tools)
    if (connector.type === 'oauth') taken.accounts.push(row.name)
    else if (isNew) {
      if (Object.values(connector.headers).includes('')) taken.without_headers.push(row.name)
      if (lacksValue(connector.url)) taken.without_keys.push(row.name)
    }
    await assignConnector(ctx, { mcp_id: row.id, ask })
  }
  return taken
}

/** An export empties what may be a key in an address. */
const lacksValue = (url: string): boolean => /[?&][^?&=#]+=(?:[&#]|$)/.test(url)

async function findOrCreate(
  ctx: OrgContext,
  wanted: CreateConnector,
  tools: StoredTool[] | null,
): Promise<{ row: ConnectorRow; isNew: boolean }> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted.name : `${wanted.name.slice(0, MAX_NAME_LENGTH - 5)} ${n}`
    const [row] = await ctx.db
      .select()
      .from(mcps)
      .where(and(connectorsOf(ctx), eq(mcps.name, name)))
    if (!row) return { row: await addConnector(ctx, { ...wanted, name }, tools), isNew: true }
    if (isSame(row, wanted)) return { row, isNew: false }
  }
}

function isSame(row: ConnectorRow, wanted: CreateConnector): boolean {
  if (wanted.type === 'oauth') return row.oauth_mcp === wanted.oauth_mcp
  if (row.type !== wanted.type || row.url !== wanted.url) return false
  return wanted.type === 'simple' || calledIn(row.tools).sort().join('\n') === [...wanted.operations].sort().join('\n')
}
