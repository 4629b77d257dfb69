#!/bin/sh
# Example servers of MCP Apps, 2.0.3: @modelcontextprotocol/server-system-monitor lists a tool that only its page may call (visibility "app") to a client that knows nothing of apps, so that a client must leave it out itself. @modelcontextprotocol/server-cohort-heatmap writes three lines of summary as text; its cells are in structuredContent alone, although the protocol says that a server should write them as text too.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @modelcontextprotocol/server-system-monitor@2.0.3 @modelcontextprotocol/server-cohort-heatmap@2.0.3 @modelcontextprotocol/client@2.4.0 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

async function withServer(name, work) {
  const port = await freePort()
  const child = spawn(`node_modules/.bin/mcp-${name}-server`, { env: { ...process.env, PORT: port }, stdio: 'ignore' })
  try {
    for (let attempt = 0; ; attempt++) {
      const client = new Client({ name: 'client', version: '1.0.0' })
      try {
        await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
        return await work(client)
      } catch (error) {
        if (attempt === 20) throw error
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  } finally {
    child.kill()
  }
}

const visibility = await withServer('system-monitor', async (client) =>
  (await client.listTools()).tools.map(({ name, _meta }) => [name, _meta?.ui?.visibility ?? 'not given']),
)
const result = await withServer('cohort-heatmap', (client) => client.callTool({ name: 'get-cohort-data', arguments: {} }))
const text = result.content.map(({ text }) => text).join('\n')
const cohorts = result.structuredContent.cohorts
console.log(JSON.stringify(visibility))
console.log(JSON.stringify({ lines: text.split('\n').length, cohorts: cohorts.length, isInText: text.includes(cohorts[0].cohortId) || text.includes(cohorts[0].cohortLabel) }))
process.exit(0)
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='[["get-system-info","not given"],["poll-system-stats",["app"]]]
{"lines":3,"cohorts":12,"isInText":false}'
printf '%s\n' "server-system-monitor@2.0.3 server-cohort-heatmap@2.0.3" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
