import type { Tool as RemoteTool } from '@modelcontextprotocol/client'
import { breathe } from '#platform/breathe.ts'
import { freeNames } from '../free-names.ts'
import { plainText } from '../plain-text.ts'
import type { KeptTool } from '../remote-types.ts'
import { cleanSchema } from './clean-schema.ts'

export const MOST_TOOLS = 200
export const MOST_DESCRIPTION = 1000
/** Of all tools of a server. */
export const MOST_KEPT_CHARACTERS = 512 * 1024

/** Everything in a list is somebody else's: names that clash or hold what no name may, texts without end, schemas that are none. */
export async function cleanTools(listed: readonly RemoteTool[]): Promise<KeptTool[]> {
  const kept: KeptTool[] = []
  const freeName = freeNames()
  let left = MOST_KEPT_CHARACTERS
  for (const { name: called, title, description, inputSchema } of listed) {
    await breathe()
    if (kept.length >= MOST_TOOLS) break
    const name = freeName(called)
    const tool = {
      name,
      called,
      description: plainText(description ?? title ?? '', MOST_DESCRIPTION),
      input_schema: cleanSchema(inputSchema),
    }
    left -= JSON.stringify(tool).length
    if (left < 0) break
    kept.push(tool)
  }
  return kept
}
