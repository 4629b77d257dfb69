import { LRUCache } from 'lru-cache'
import type { Tool } from '#platform/tool.ts'
import type { ToolScope } from '../../teammates/tool-scope.ts'

export type Toolset = Tool<ToolScope>[]

/**
 * Made once for each list that differs, so that a run of a teammate with ten connectors neither reads nor makes them again. Of all
 * organizations together, in this process; a list may have half a million characters.
 */
export const builtToolsets = new LRUCache<string, Toolset>({
  maxSize: 32_000_000,
  sizeCalculation: (tools) =>
    tools.reduce((sum, tool) => sum + 1000 + (JSON.stringify(tool.input_schema)?.length ?? 0), 1),
})
