import { onJob } from '#platform/reaction.ts'
import { listToolsOfConnector } from './jobs.ts'
import { refreshLists } from './lists/refresh-lists.ts'

export const reactions = [onJob(listToolsOfConnector, (ctx, { mcp_id }) => refreshLists(ctx, mcp_id))]
