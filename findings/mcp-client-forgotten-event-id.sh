#!/bin/sh
# @modelcontextprotocol/client 2.4.0 and @modelcontextprotocol/sdk 1.32.2: a tool that closes its stream twice (polling, as the protocol of 2025-11-25 allows) is never answered. The client resumes the first time; the resumed stream begins without an event, and where it is closed before one, the client forgets the id and resumes no more: its next GET is for the session's own stream, which the server refuses with 409.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/sdk@1.32.2 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:http'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const seconds = (count) => new Promise((resolve) => setTimeout(resolve, count * 1000))

async function outcome(client, transportClass, closings) {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => 'one',
    eventStore: new InMemoryEventStore(),
    retryInterval: 100,
  })
  const mcp = new McpServer({ name: 'server', version: '1.0.0' })
  mcp.registerTool('work', {}, async ({ closeSSEStream }) => {
    for (let closing = 0; closing < closings; closing++) {
      closeSSEStream()
      await seconds(0.5)
    }
    return { content: [{ type: 'text', text: 'done' }] }
  })
  await mcp.connect(transport)
  const gets = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') response.on('finish', () => gets.push(request.headers['last-event-id'] ? 'resumes' : `own stream ${response.statusCode}`))
    await transport.handleRequest(request, response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  await client.connect(new transportClass(new URL(`http://127.0.0.1:${server.address().port}/mcp`)))
  const answer = client.callTool({ name: 'work', arguments: {} }).then(({ content }) => content[0].text, (error) => error.message)
  const text = await Promise.race([answer, seconds(4).then(() => 'no answer within 4 s')])
  server.closeAllConnections()
  server.close()
  return [closings, text, ...new Set(gets.filter((get) => get !== 'own stream 200'))]
}

const info = { name: 'client', version: '1.0.0' }
for (const closings of [1, 2]) {
  console.log(JSON.stringify(await outcome(new Client(info), StreamableHTTPClientTransport, closings)))
  console.log(JSON.stringify(await outcome(new NewClient(info), NewTransport, closings)))
}
process.exit(0)
SCRIPT
seen=$(node check.mjs)
expected='[1,"done","resumes"]
[1,"done","resumes"]
[2,"no answer within 4 s","resumes","own stream 409"]
[2,"no answer within 4 s","resumes","own stream 409"]'
printf '%s\n' "sdk@1.32.2, client@2.4.0, twice: closings, answer, GETs" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
