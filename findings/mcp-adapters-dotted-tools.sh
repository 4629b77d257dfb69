#!/bin/sh
# MCP allows dots in the names of tools, OpenAI's API document letters, digits, underscores and dashes alone. @langchain/mcp-adapters 1.1.4 with @langchain/openai 1.6.0, and @ai-sdk/mcp 2.0.99 with @ai-sdk/openai 4.0.118, send the model a name with a dot as it is. @openai/agents 0.20.0 sends an underscore in its place, and refuses to run where a server has both names, before anything is sent.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export OPENAI_AGENTS_DISABLE_TRACING=1
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @langchain/mcp-adapters@1.1.4 @langchain/openai@1.6.0 @langchain/core@1.4.0 @ai-sdk/mcp@2.0.99 @ai-sdk/openai@4.0.118 ai@7.0.173 @openai/agents@0.20.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 > /dev/null 2>&1
cat > server.mjs <<'SCRIPT'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'server', version: '1.0.0' })
for (const name of process.argv.slice(2))
  server.registerTool(name, { inputSchema: { name: z.string() } }, async () => ({ content: [] }))
await server.connect(new StdioServerTransport())
SCRIPT
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio'
import { createOpenAI } from '@ai-sdk/openai'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { ChatOpenAI } from '@langchain/openai'
import { Agent, MCPServerStdio, OpenAIResponsesModel, run } from '@openai/agents'
import { generateText } from 'ai'
import OpenAI from 'openai'

let sent
const model = createServer(async (request, response) => {
  const { tools } = await json(request)
  sent = tools.map((tool) => tool.function?.name ?? tool.name)
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"enough"}}')
}).listen(0, '127.0.0.1')
await once(model, 'listening')
const baseURL = `http://127.0.0.1:${model.address().port}/v1`

const clients = {
  async langchain(server) {
    const client = new MultiServerMCPClient({ mcpServers: { server: { transport: 'stdio', ...server } } })
    const openai = new ChatOpenAI({ model: 'gpt-4o', apiKey: 'none', configuration: { baseURL }, maxRetries: 0 })
    await openai.bindTools(await client.getTools()).invoke('Hello').finally(() => client.close())
  },
  async 'ai-sdk'(server) {
    const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport(server) })
    const openai = createOpenAI({ apiKey: 'none', baseURL })('gpt-4o')
    const tools = await client.tools()
    await generateText({ model: openai, prompt: 'Hello', tools, maxRetries: 0 }).finally(() => client.close())
  },
  async 'openai-agents'(server) {
    const client = new MCPServerStdio(server)
    await client.connect()
    const openai = new OpenAIResponsesModel(new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 }), 'gpt-4o')
    await run(new Agent({ name: 'agent', model: openai, mcpServers: [client] }), 'Hello').finally(() => client.close())
  },
}
for (const names of [['files.create'], ['files.create', 'files_create']])
  for (const [name, ask] of Object.entries(clients)) {
    sent = undefined
    const error = await ask({ command: process.execPath, args: ['server.mjs', ...names] }).catch((error) => error)
    console.log(name, JSON.stringify(names), 'sent', sent ? JSON.stringify(sent) : `nothing: ${error.message}`)
  }
process.exit(0)
SCRIPT
seen=$(node check.mjs 2>/dev/null | grep ' sent ')
expected='langchain ["files.create"] sent ["files.create"]
ai-sdk ["files.create"] sent ["files.create"]
openai-agents ["files.create"] sent ["files_create"]
langchain ["files.create","files_create"] sent ["files.create","files_create"]
ai-sdk ["files.create","files_create"] sent ["files.create","files_create"]
openai-agents ["files.create","files_create"] sent nothing: Duplicate tool names found across MCP servers: files_create'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
