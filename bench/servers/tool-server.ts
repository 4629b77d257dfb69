// The floor of hosted tools: the official package's stateless server, with as many tools and without a token.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const input = z.object({
  path: z.string().optional().describe('A folder'),
  query: z.string().describe('What to look for'),
})

// As its guide shows it: a server for each request, to which its tools are added.
const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: 'floor', version: '1.0.0' })
    for (let n = 0; n < 20; n++) {
      const described = {
        description: 'Finds files by a part of their name or of their text, in one folder or in all of them.',
        inputSchema: input,
      }
      server.registerTool(`tool_${n}`, described, ({ query }) => ({
        content: [{ type: 'text', text: `Hello ${query}` }],
      }))
    }
    return server
  }),
)
const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
