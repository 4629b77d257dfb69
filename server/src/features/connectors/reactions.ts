import { onJob } from '#platform/reaction.ts'
import { listToolsOfConnector } from './jobs.ts'
import { listAgain } from './list-again.ts'

export const reactions = [onJob(listToolsOfConnector, (ctx, { mcp_id }) => listAgain(ctx, mcp_id))]
