#!/bin/sh
# fastmcp 4.20.16: over HTTP with sessions, initialize is answered after about a second, whatever the client declares, and each session waits again: the server waits for the client's capabilities, ten times 100 ms, before its transport takes the request that brings them. A client that opens a session for each call pays it with each call; stateless it answers without delay.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent fastmcp@4.20.16 zod@4.6.7 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:net'
import { FastMCP } from 'fastmcp'

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const initialize = (capabilities) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'client', version: '1.0.0' } },
  })

const log = console.log
for (const level of ['log', 'warn', 'info', 'debug']) console[level] = () => undefined
for (const stateless of [false, true]) {
  const server = new FastMCP({ name: 'server', version: '1.0.0' })
  server.addTool({ name: 'nothing', description: 'Does nothing.', execute: async () => 'done' })
  const port = await freePort()
  await server.start({ transportType: 'httpStream', httpStream: { port, host: '127.0.0.1', stateless } })
  const slow = []
  for (const capabilities of [{}, { roots: {} }, { sampling: {} }]) {
    const start = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: initialize(capabilities),
    })
    await response.text()
    slow.push(performance.now() - start > 800 ? 'about a second' : 'fast')
  }
  log(JSON.stringify([stateless ? 'stateless' : 'sessions', slow]))
}
process.exit(0)
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='["sessions",["about a second","about a second","about a second"]]
["stateless",["fast","fast","fast"]]'
printf '%s\n' "fastmcp@4.20.16" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
