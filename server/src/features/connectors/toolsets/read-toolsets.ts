import { and, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { connectorToolName, toolsetName } from '#contracts/connector-names.ts'
import { defineTool, type Tool } from '#platform/tool.ts'
import type { OrgContext } from '../../organizations/context.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import { connectorsOf } from '../access.ts'
import type { ApiRequest } from '../api/api-request.ts'
import { callApi } from '../api/call-api.ts'
import { callConnector } from '../calls/call-connector.ts'
import { listToolsOfConnector } from '../jobs.ts'
import type { StoredTool } from '../remote-types.ts'
import { mcps } from '../table.ts'
import { builtToolsets, type Toolset } from './built-toolsets.ts'
import type { Assigned } from './read-assigned.ts'

export type Prefixed = Assigned & { prefix: string }

const AnyInput = z.looseObject({})
/** So old a list is read again in the background, and so long after a failure none is. */
const FRESH_MS = 10 * 60_000
const PAUSE_MS = 60_000

/** Gives each toolset a prefix; equal prefixes are numbered. */
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

/** The tools of those assigned toolsets that are the organization's own connectors. */
export async function readConnectorTools(ctx: OrgContext, given: readonly Prefixed[]): Promise<Toolset> {
  const assigned = given.filter(({ type }) => type !== 'oauth')
  const known = new Map(assigned.map((each) => [each, builtToolsets.get(keyOf(each))]))
  const missing = assigned.filter((each) => each.tool_count !== null && !known.get(each))
  const made = missing.length > 0 ? await make(ctx, missing) : null
  await refresh(ctx, assigned)
  return assigned.flatMap((each) => withAsks(each, known.get(each) ?? made?.get(each) ?? []))
}

/** Marks the tools whose calls need approval for this teammate; the shared toolset is not changed. */
export function withAsks({ ask, prefix }: Prefixed, tools: Toolset): Toolset {
  if (ask.length === 0) return tools
  const asked = new Set(ask.map((name) => connectorToolName(prefix, name)))
  return tools.map((tool) => (asked.has(tool.name) ? { ...tool, needs_approval: true } : tool))
}

const keyOf = ({ mcp_id, list_version, prefix }: Prefixed) => `${mcp_id} ${list_version} ${prefix}`

async function make(ctx: OrgContext, missing: readonly Prefixed[]): Promise<ReadonlyMap<Prefixed, Toolset>> {
  const ids = missing.flatMap(({ mcp_id }) => mcp_id ?? [])
  const rows = await ctx.db
    .select({ id: mcps.id, list_version: mcps.list_version, tools: mcps.tools })
    .from(mcps)
    .where(and(connectorsOf(ctx), inArray(mcps.id, ids)))
  const made = new Map<Prefixed, Toolset>()
  for (const each of missing) {
    const row = rows.find(({ id }) => id === each.mcp_id)
    // A list that came meanwhile is the next run's.
    const listed = row?.list_version === each.list_version ? (row.tools ?? []) : []
    const tools = listed.map((tool) =>
      tool.request
        ? operationOf(each, { ...tool, request: tool.request }, ctx.ports.config.CONNECTOR_TIMEOUT)
        : toolOf(each, tool, ctx.ports.config.CONNECTOR_TIMEOUT),
    )
    made.set(each, tools)
    builtToolsets.set(keyOf(each), tools)
  }
  return made
}

function toolOf({ mcp_id, name, prefix }: Prefixed, tool: StoredTool, timeout_seconds: number): Tool<ToolScope> {
  return remoteTool(tool, { prefix, whose: `A tool of the connector "${name}"`, timeout_seconds }, (scope, input) =>
    callConnector(scope, { mcp_id: mcp_id ?? '', tool: tool.called, input }),
  )
}

/** What a document says is shown as its own words; a GET is believed no more than what a server says of its tools. */
function operationOf(
  { mcp_id, name, prefix, list_version }: Prefixed,
  tool: StoredTool & { request: ApiRequest },
  timeout_seconds: number,
): Tool<ToolScope> {
  const whose = `${tool.called} of the API "${name}"`
  // What is only read may be read again (RFC 9110, 9.2.2), when it was lost with its process.
  const at_most_once = tool.request.method !== 'GET' && tool.request.method !== 'HEAD'
  const how = { prefix, whose, timeout_seconds, described_by: 'its document', at_most_once }
  return remoteTool(tool, how, (scope, input) => callApi(scope, { mcp_id: mcp_id ?? '', list_version, tool, input }))
}

type Offered = {
  prefix: string
  whose: string
  timeout_seconds: number
  described_by?: string
  at_most_once?: boolean
}

/** What a server says of its tools is shown as its own words, and believed in nothing: not even that a tool only reads. */
export function remoteTool(
  { name, description, input_schema }: StoredTool,
  { prefix, whose, timeout_seconds, described_by = 'its server', at_most_once = true }: Offered,
  call: (scope: ToolScope, input: Record<string, unknown>) => Promise<unknown>,
): Tool<ToolScope> {
  return defineTool(connectorToolName(prefix, name), {
    description: description === '' ? `${whose}.` : `${whose}, described by ${described_by}: ${description}`,
    input: AnyInput,
    input_schema,
    at_most_once,
    // It ends by itself, with a sentence that says what was waited for.
    timeoutMs: (timeout_seconds + 5) * 1000,
    call,
  })
}

async function refresh(ctx: OrgContext, assigned: readonly Prefixed[]): Promise<void> {
  for (const each of assigned) {
    if (each.type === 'simple' && each.mcp_id !== null && isDue(each, ctx.now()))
      await ctx.enqueue(listToolsOfConnector, { mcp_id: each.mcp_id })
  }
}

/** Whether a list is to be read again. */
export function isDue({ listed_at, last_error_at }: Pick<Assigned, 'listed_at' | 'last_error_at'>, now: Date): boolean {
  const isFresh = listed_at !== null && now.getTime() - listed_at.getTime() < FRESH_MS
  const isPaused = last_error_at !== null && now.getTime() - last_error_at.getTime() < PAUSE_MS
  return !isFresh && !isPaused
}
