import { and, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { connectorToolName, toolsetName } from '#contracts/connector-names.ts'
import { defineTool, type Tool } from '#platform/tool.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { TeammateRow } from '../teammates/table.ts'
import type { ToolScope } from '../teammates/tool-scope.ts'
import { connectorsOf } from './access.ts'
import { callConnector } from './call-connector.ts'
import { listToolsOfConnector } from './jobs.ts'
import { type Assigned, readAssigned } from './read-assigned.ts'
import type { KeptTool } from './remote/clean-tools.ts'
import { mcps } from './table.ts'

export type Prefixed = Assigned & { prefix: string }
type Toolset = Tool<ToolScope>[]

const AnyInput = z.looseObject({})
/** So old a list is read again in the background, and so long after a failure none is. */
const FRESH_MS = 10 * 60_000
const PAUSE_MS = 60_000
/** Of all organizations together, in this process. */
const MOST_MADE = 500

/** Made once for each list that differs, so that a run of a teammate with ten connectors neither reads nor makes them again. */
const made = new Map<string, Toolset>()

/** Each under a prefix of its own: of two toolsets that would have the same, the later one is numbered. */
export function withPrefixes(assigned: readonly Assigned[]): Prefixed[] {
  const taken = new Set<string>()
  return assigned.map((each) => {
    const wished = toolsetName(each.name)
    let prefix = wished
    for (let n = 2; taken.has(prefix); n++) prefix = `${wished}_${n}`
    taken.add(prefix)
    return { ...each, prefix }
  })
}

/** The tools of everything that is assigned to a teammate. */
export async function readToolsets(
  ctx: OrgContext,
  teammate: Pick<TeammateRow, 'id' | 'organization_id'>,
): Promise<Toolset> {
  const assigned = withPrefixes(await readAssigned(ctx, teammate))
  return await simpleTools(
    ctx,
    assigned.filter(({ type }) => type === 'simple'),
  )
}

async function simpleTools(ctx: OrgContext, assigned: readonly Prefixed[]): Promise<Toolset> {
  const missing = assigned.filter((each) => each.tool_count !== null && !made.has(keyOf(each)))
  if (missing.length > 0) await make(ctx, missing)
  await refresh(ctx, assigned)
  return assigned.flatMap((each) => made.get(keyOf(each)) ?? [])
}

const keyOf = ({ mcp_id, list_version, prefix }: Prefixed) => `${mcp_id} ${list_version} ${prefix}`

async function make(ctx: OrgContext, missing: readonly Prefixed[]): Promise<void> {
  const ids = missing.flatMap(({ mcp_id }) => mcp_id ?? [])
  const rows = await ctx.db
    .select({ id: mcps.id, list_version: mcps.list_version, tools: mcps.tools })
    .from(mcps)
    .where(and(connectorsOf(ctx), inArray(mcps.id, ids)))
  for (const each of missing) {
    const row = rows.find(({ id }) => id === each.mcp_id)
    // A list that came meanwhile is the next run's.
    const tools = row?.list_version === each.list_version ? (row.tools ?? []) : []
    if (made.size >= MOST_MADE) made.delete(made.keys().next().value ?? '')
    made.set(
      keyOf(each),
      tools.map((tool) => toolOf(each, tool, ctx.ports.config.CONNECTOR_TIMEOUT)),
    )
  }
}

/** What a server says of its tools is told as its own words, and believed in nothing: not even that a tool only reads. */
function toolOf(
  { mcp_id, name, prefix }: Prefixed,
  { name: own, called, description, input_schema }: KeptTool,
  timeout_seconds: number,
) {
  return defineTool(connectorToolName(prefix, own), {
    description: `A tool of the connector "${name}", described by its server: ${description}`,
    input: AnyInput,
    input_schema,
    // It ends by itself, with a sentence that says what was waited for.
    timeoutMs: (timeout_seconds + 5) * 1000,
    call: ({ ctx, teammate, signal }: ToolScope, input) =>
      callConnector(ctx, { teammate, mcp_id: mcp_id ?? '', tool: called, input }, signal),
  })
}

async function refresh(ctx: OrgContext, assigned: readonly Prefixed[]): Promise<void> {
  const now = ctx.now().getTime()
  for (const { mcp_id, listed_at, last_error_at } of assigned) {
    const isFresh = listed_at !== null && now - listed_at.getTime() < FRESH_MS
    const isPaused = last_error_at !== null && now - last_error_at.getTime() < PAUSE_MS
    if (mcp_id === null || isFresh || isPaused) continue
    await ctx.enqueue(listToolsOfConnector, { mcp_id })
  }
}
