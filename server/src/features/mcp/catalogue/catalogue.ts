import { LRUCache } from 'lru-cache'
import { asksFirst, nameOfTool } from '#contracts/teammate-tools.ts'
import { inputSchemaOf, type Tool } from '#platform/tool.ts'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { readToolsets } from '../../integrations/read-toolsets.ts'
import { hostedForm, type SchemaForm } from '../../models/schema-form.ts'
import type { Callable } from '../../runs/tools/workflow-tools.ts'
import { readWorkflowTools } from '../../runs/tools/workflow-tools.ts'
import { readSkillTools } from '../../skills/read-skill-tools.ts'
import { availableTools } from '../../teammates/tools/available-tools.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import type { HostedContext } from '../context.ts'

/** A tool as a client reads it. */
type HostedTool = {
  name: string
  description: string
  inputSchema: Record<string, unknown>
  annotations?: { readOnlyHint: boolean }
}

/** A tool that may be called; `decode` gives its input the names that the tool knows. */
type HostedCall = { tool: Callable; decode: SchemaForm['decode'] }

export type Catalogue = { listed: HostedTool[]; byName: ReadonlyMap<string, HostedCall>; characters: number }
/** `looked_at` is when it was last looked for lists that are to be read again. */
type Kept = Catalogue & { looked_at: number }

/** Programs may be all that uses a teammate, and find the same list for as long as nothing changes. */
const LOOK_AGAIN_MS = 60_000

/** What may be called at all: a tool that is about a conversation, or about other teammates, is none of these. */
const isHosted = (name: string) => /^(storage\..+|http_request|files\.create)$/.test(name)

/** By everything that decides about it, so that a change made anywhere is seen by the next request. */
const kept = new LRUCache<string, Kept>({
  maxSize: 16_000_000,
  sizeCalculation: ({ characters }) => characters,
})

/** What a token may call now: prepared once, as long as nothing of it changes. None asks first, because nobody is there to ask. */
export async function readCatalogue(ctx: HostedContext): Promise<Catalogue> {
  const { teammate, storage, workflow_versions, toolset_versions } = ctx
  const skills = await readSkillTools(ctx, teammate)
  const own = await availableTools(ctx, ownTools(ctx))
  const versions = [storage, workflow_versions, toolset_versions, skills.length, own.length]
  const key = JSON.stringify([teammate.id, versions, teammate.workflow_ids, teammate.tools])
  const now = ctx.now().getTime()
  const known = kept.get(key)
  if (known) {
    if (now - known.looked_at >= LOOK_AGAIN_MS) {
      known.looked_at = now
      await readToolsets(ctx, teammate)
    }
    return known
  }
  const asked = new Set(teammate.tools.filter(asksFirst).map(nameOfTool))
  const toolsets = await readToolsets(ctx, teammate)
  const tools: Callable[] = [
    ...[...own, ...skills, ...toolsets].filter(({ name, needs_approval }) => !needs_approval && !asked.has(name)),
    ...(await readWorkflowTools(ctx, teammate.workflow_ids)),
  ]
  const described: ReturnType<typeof describe>[] = []
  for (const tool of tools) {
    described.push(describe(tool))
    await yieldToEventLoop()
  }
  const listed = described.map((each) => each.hosted)
  const flows = tools.map((tool) => 'called' in tool && tool.called)
  const characters = JSON.stringify([listed, flows]).length
  const catalogue = {
    listed,
    byName: new Map(described.map((each) => [each.call.tool.name, each.call])),
    characters,
    looked_at: now,
  }
  kept.set(key, catalogue)
  return catalogue
}

/** The teammate's own, and those of the storage that its folders allow. */
function ownTools({ ports, teammate, storage }: HostedContext): Tool<ToolScope>[] {
  const names = new Set(teammate.tools.map(nameOfTool))
  for (const [name, { is_read_only }] of ports.tools) {
    if (!name.startsWith('storage.') || storage === null) continue
    if (storage === 'write' || is_read_only || name === 'storage.get_temp_file_url') names.add(name)
  }
  return [...names].filter(isHosted).flatMap((name) => (ports.tools.get(name) as Tool<ToolScope> | undefined) ?? [])
}

/** Clients pass schemas on to their models as they are, so these have the form that every vendor takes. */
function describe(tool: Callable): { hosted: HostedTool; call: HostedCall } {
  const { input_schema, decode } = hostedForm(inputSchemaOf(tool))
  const hosted = {
    name: tool.name,
    description: tool.description,
    inputSchema: input_schema,
    ...(!('workflow_id' in tool) && { annotations: { readOnlyHint: tool.is_read_only === true } }),
  }
  return { hosted, call: { tool, decode } }
}
