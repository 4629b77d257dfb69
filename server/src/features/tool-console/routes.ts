import { toolConsoleEndpoints } from '#contracts/tool-console.ts'
import { whileConnected } from '#platform/http/while-connected.ts'
import { route } from '#platform/route.ts'
import { listTools } from './list-tools.ts'
import { tryTool } from './try-tool.ts'

export const routes = [
  route(toolConsoleEndpoints.listCallableTools, {
    caller: 'teammate_editor',
    serve: async (ctx) => ({ data: await listTools(ctx) }),
  }),
  route(toolConsoleEndpoints.tryTool, {
    caller: 'teammate_editor',
    automation: true,
    limit: { name: 'tool-console', per_minute: 60 },
    limitBy: ({ user }) => user.id,
    serve: (ctx, { body, http }) => whileConnected(http, (left) => tryTool(ctx, body, left)),
  }),
]
