import type { Tool as RemoteTool } from '@modelcontextprotocol/client'
import { breathe } from '#platform/breathe.ts'
import { cleanSchema } from './clean-schema.ts'
import { plainText } from './plain-text.ts'

/** A tool of another server, made fit to be shown to a model and to be kept. */
export type KeptTool = { name: string; called: string; description: string; input_schema: Record<string, unknown> }

export const MOST_TOOLS = 200
const MOST_NAME = 60
const MOST_DESCRIPTION = 1000
/** Of all tools of a server. */
const MOST_KEPT_CHARACTERS = 512 * 1024

/** Everything in a list is somebody else's: names that clash or hold what no name may, texts without end, schemas that are none. */
export async function cleanTools(listed: readonly RemoteTool[]): Promise<KeptTool[]> {
  const kept: KeptTool[] = []
  const taken = new Set<string>()
  let left = MOST_KEPT_CHARACTERS
  for (const { name: called, title, description, inputSchema } of listed) {
    await breathe()
    if (kept.length >= MOST_TOOLS) break
    const name = freeName(called, taken)
    const tool = {
      name,
      called,
      description: plainText(description ?? title ?? '', MOST_DESCRIPTION),
      input_schema: cleanSchema(inputSchema),
    }
    left -= JSON.stringify(tool).length
    if (left < 0) break
    taken.add(name)
    kept.push(tool)
  }
  return kept
}

/** As every vendor takes it; a number sets apart what is equal then. */
function freeName(called: string, taken: ReadonlySet<string>): string {
  const wished =
    called
      .slice(0, 1000)
      .replaceAll(/[^\w.-]+/g, '_')
      .slice(0, MOST_NAME) || 'tool'
  let given = wished
  for (let n = 2; taken.has(given); n++) given = `${wished.slice(0, MOST_NAME - `_${n}`.length)}_${n}`
  return given
}
