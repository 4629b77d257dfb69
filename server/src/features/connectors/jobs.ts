import { z } from 'zod'
import { defineJob } from '#platform/job.ts'

/** Lists the tools of a connector again. */
export const listToolsOfConnector = defineJob('connectors.list-tools', z.object({ mcp_id: z.uuid() }), {
  attempts: 1,
  unique_by: ({ mcp_id }) => mcp_id,
})
