import { z } from 'zod'
import { inputSchemaOf, type Tool } from '#platform/tool.ts'
import type { ModelTool } from '../../models/model-language.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'
import type { Callable } from '../tools/workflow-tools.ts'

const LOADER = 'load_tools'
/** OpenAI refuses a call that offers more; other vendors take 200 and 512. */
const MAX_OFFERED = 128
const MAX_LOADED = MAX_OFFERED - 1
const LoadTools = z.object({ names: z.array(z.string()).min(1).max(50) })

export type Toolbox = {
  /** What the model is offered now. */
  offered(): ModelTool[]
  /** The tool under this name, if the model may call it now. */
  find(name: string): Callable | null
  /** The tools that the model has asked for, for a later `openToolbox` to begin with. */
  loaded(): string[]
}

const descriptions = new WeakMap<Callable, ModelTool>()

/** A tool as a model reads it; its schema is worked out once. */
function describe(tool: Callable): ModelTool {
  const known = descriptions.get(tool)
  if (known) return known
  const described = { name: tool.name, description: tool.description, input_schema: inputSchemaOf(tool) }
  descriptions.set(tool, described)
  return described
}

/**
 * A teammate's tools. Lazy: the model sees one loader that names the others, and gets a tool's definition only when it
 * asks for it, so that a hundred tools do not eat the context. More than a vendor takes are always offered so.
 */
export function openToolbox(tools: Callable[], { lazy, loaded: before }: { lazy: boolean; loaded: string[] }): Toolbox {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const isLazy = lazy || tools.length > MAX_OFFERED
  const loaded = new Set(isLazy ? before : byName.keys())
  const loader = isLazy && tools.length > 0 ? makeLoader(byName, loaded) : null
  return {
    offered: () => [
      ...(loader && loaded.size < byName.size ? [describe(loader)] : []),
      ...tools.filter((tool) => loaded.has(tool.name)).map(describe),
    ],
    find: (name) => (name === LOADER ? loader : loaded.has(name) ? (byName.get(name) ?? null) : null),
    loaded: () => [...loaded],
  }
}

function makeLoader(byName: ReadonlyMap<string, Callable>, loaded: Set<string>): Tool<ToolScope> {
  const index = [...byName.values()].map((tool) => `- ${tool.name}: ${tool.description.split('\n', 1)[0]}`)
  return {
    name: LOADER,
    description: ['Loads tools so that you can call them. Available:', ...index].join('\n'),
    input: LoadTools,
    timeoutMs: 10_000,
    is_read_only: true,
    async call(_scope, input) {
      const { names } = LoadTools.parse(input)
      const known = names.filter((name) => byName.has(name))
      // What was loaded longest ago makes room.
      for (const name of known) {
        loaded.delete(name)
        loaded.add(name)
      }
      const unloaded = [...loaded].slice(0, Math.max(0, loaded.size - MAX_LOADED))
      for (const name of unloaded) loaded.delete(name)
      const unknown = names.filter((name) => !byName.has(name))
      return { loaded: known, unknown, ...(unloaded.length > 0 && { unloaded }) }
    },
  }
}
