#!/bin/sh
# What small frameworks for MCP servers do of the protocol differs more than their age. Asked for revision 2025-11-25 by `initialize`, tmcp 1.20.0 (with @tmcp/transport-http 0.9.0) offers 2025-06-18, mcp-lite 0.10.0 offers 2025-03-26 though it answers 2025-06-18 to those who ask for that, and @mastra/mcp 2.0.0 refuses every revision of 2025: `MCPServer.startHTTP` answers 2026-07-28 alone, which tmcp answers as well and mcp-lite does not. Of a tool that throws, the official client is given the error in the result (`isError`) by @mastra/mcp as a JSON text, and by the two others an error of the protocol: with the tool's own message by tmcp, without it by mcp-lite. A client has to negotiate both ways and to read a failure from both places.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps --silent tmcp@1.20.0 @tmcp/transport-http@0.9.0 mcp-lite@0.10.0 @mastra/mcp@2.0.0 @mastra/core@1.71.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createTool } from '@mastra/core/tools'
import { MCPServer } from '@mastra/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { HttpTransport } from '@tmcp/transport-http'
import { McpServer as LiteServer, StreamableHttpTransport } from 'mcp-lite'
import { McpServer as TinyServer } from 'tmcp'

const info = { name: 'server', version: '1.0.0' }
const run = async () => {
  throw new Error('the warehouse is closed')
}

const tiny = new TinyServer(info, { adapter: undefined, capabilities: { tools: {} } })
tiny.tool({ name: 'look', description: 'Looks' }, run)
const tinyTransport = new HttpTransport(tiny)

const lite = new LiteServer(info)
lite.tool('look', { description: 'Looks', handler: run })
const liteHandler = new StreamableHttpTransport().bind(lite)

const look = createTool({ id: 'look', description: 'Looks', execute: run })
const mastra = new MCPServer({ ...info, tools: { look } })

/** A node server that answers with a handler of the web's requests. */
const ofHandler = (handler) => async (request, response) => {
  const body = await buffer(request)
  const { method, headers, url } = request
  const answer = await handler(
    new Request(`http://127.0.0.1${url}`, { method, headers, ...(body.length > 0 && { body }) }),
  )
  response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []))
  if (!answer?.body) return response.end()
  for await (const chunk of answer.body) response.write(chunk)
  response.end()
}
const listeners = {
  tmcp: ofHandler((request) => tinyTransport.respond(request)),
  'mcp-lite': ofHandler(liteHandler),
  '@mastra/mcp': (req, res) => mastra.startHTTP({ url: new URL(req.url, 'http://127.0.0.1'), httpPath: '/mcp', req, res }),
}

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
/** Which revision is offered to a client that asks for this one. */
async function offered(address, protocolVersion) {
  const params = { protocolVersion, capabilities: {}, clientInfo: info }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const response = await fetch(address, { method: 'POST', headers, body })
  const text = await response.text()
  return `${response.status} ${/"protocolVersion":"([^"]+)"/.exec(text)?.[1] ?? 'none'}`
}

for (const [name, listener] of Object.entries(listeners)) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const address = new URL(`http://127.0.0.1:${server.address().port}/mcp`)
  const old = [await offered(address, '2025-11-25'), await offered(address, '2025-06-18')]
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(address))
  const modern = client.getDiscoverResult()?.supportedVersions.join() ?? 'none'
  const failure = await client.callTool({ name: 'look', arguments: {} }).then(
    ({ isError, content }) => `isError ${isError}: ${content[0].text.slice(0, 35)}`,
    (error) => `thrown: ${error.message}`,
  )
  process.stdout.write(`${name}: asked for 2025-11-25 ${old[0]}, for 2025-06-18 ${old[1]}; discover ${modern}; ${failure}\n`)
  await client.close()
  server.closeAllConnections()
  server.close()
}
process.exit()
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='tmcp: asked for 2025-11-25 200 2025-06-18, for 2025-06-18 200 2025-06-18; discover 2026-07-28; thrown: the warehouse is closed
mcp-lite: asked for 2025-11-25 200 2025-03-26, for 2025-06-18 200 2025-06-18; discover none; thrown: Internal error
@mastra/mcp: asked for 2025-11-25 400 none, for 2025-06-18 400 none; discover 2026-07-28; isError true: {"message":"the warehouse is closed'
printf '%s\n' "tmcp@1.20.0 mcp-lite@0.10.0 @mastra/mcp@2.0.0" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
