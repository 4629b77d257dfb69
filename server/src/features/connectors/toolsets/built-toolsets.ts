import { LRUCache } from 'lru-cache'
import type { Tool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tools/tool-scope.ts'

export type Toolset = Tool<ToolScope>[]

/**
 * A cache of built toolsets by the version of their list, so that a run of a teammate with ten connectors neither reads nor builds
 * them again. Shared by all organizations of this process; a list may have half a million characters.
 */
export const builtToolsets = new LRUCache<string, Toolset>({
  maxSize: 32_000_000,
  sizeCalculation: (tools) =>
    tools.reduce((sum, tool) => sum + 1000 + (JSON.stringify(tool.input_schema)?.length ?? 0), 1),
})
