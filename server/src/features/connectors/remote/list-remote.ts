import type { Client, Tool as RemoteTool } from '@modelcontextprotocol/client'
import { AppError } from '#platform/error.ts'

const MOST_PAGES = 20

/** All pages of a server's tools; one that has no end, or turns in a circle, is not read to it. */
export async function listRemote(client: Client, signal: AbortSignal): Promise<RemoteTool[]> {
  const listed: RemoteTool[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    // A page that is asked for by its cursor is never kept by the client; the first one has none.
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { signal, cacheMode: 'bypass' })
    listed.push(...page.tools)
    cursor = page.nextCursor
    if (cursor === undefined) break
    if (seen.has(cursor)) throw new AppError('unprocessable', 'The server lists its tools in a circle')
    seen.add(cursor)
  } while (seen.size < MOST_PAGES)
  return listed
}
