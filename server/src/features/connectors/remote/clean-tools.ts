import type { Tool as RemoteTool } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { yieldToEventLoop } from '#platform/yield-to-event-loop.ts'
import { cleanText } from '../clean-text.ts'
import type { StoredTool } from '../remote-types.ts'
import { cleanSchema } from './clean-schema.ts'
import { freeNames } from './free-names.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_STORED_CHARACTERS } from './tool-limits.ts'

export const MAX_TOOLS = 200

/** Everything in a list is someone else's: names that clash or hold what no name may, texts without end, schemas that are none. */
export async function cleanTools(listed: readonly RemoteTool[]): Promise<StoredTool[]> {
  const kept: StoredTool[] = []
  const freeName = freeNames()
  let left = MAX_STORED_CHARACTERS
  for (const listedTool of listed) {
    await yieldToEventLoop()
    if (!isForModels(listedTool)) continue
    const { name: called, title, description, inputSchema } = listedTool
    if (kept.length >= MAX_TOOLS) break
    const name = freeName(called)
    const tool = {
      name,
      called,
      description: cleanText(description ?? title ?? '', MAX_DESCRIPTION_LENGTH),
      input_schema: cleanSchema(inputSchema),
    }
    left -= JSON.stringify(tool).length
    if (left < 0) break
    kept.push(tool)
  }
  return kept
}

/**
 * Tasks (revision 2025-11-25) are not spoken here, and without one such a tool refuses every call. A tool that only the page of
 * an MCP app may see is no tool of a model (extension MCP Apps).
 */
function isForModels({ execution, _meta }: RemoteTool): boolean {
  const { success, data } = APP_TOOL.safeParse(_meta)
  return execution?.taskSupport !== 'required' && (!success || data.ui.visibility.includes('model'))
}

const APP_TOOL = z.object({ ui: z.object({ visibility: z.array(z.unknown()) }) })
