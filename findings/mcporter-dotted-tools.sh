#!/bin/sh
# mcporter 0.12.3: of a tool whose name has a dot, which MCP allows, `mcporter call SERVER.TOOL key=value` asks the server for what is before the dot: a selector is split at every dot, and what follows the second is dropped. The same call with parentheses, `SERVER.TOOL(key: "value")`, and `--tool` ask for the whole name.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent mcporter@0.12.3 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 > /dev/null 2>&1
cat > server.mjs <<'SCRIPT'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'server', version: '1.0.0' })
for (const name of ['files', 'files.create'])
  server.registerTool(name, { inputSchema: { name: z.string() } }, async () => ({
    content: [{ type: 'text', text: `called ${name}` }],
  }))
await server.connect(new StdioServerTransport())
SCRIPT
echo '{"mcpServers":{"svc":{"command":"node","args":["server.mjs"]}}}' > mcporter.json
call() {
  node_modules/.bin/mcporter call --config mcporter.json "$@" 2>/dev/null | grep -o 'called .*'
}
seen="selector: $(call svc.files.create name=a)
parentheses: $(call 'svc.files.create(name: "a")')
option: $(call --server svc --tool files.create name=a)"
expected='selector: called files
parentheses: called files.create
option: called files.create'
printf '%s\n' "mcporter@0.12.3" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
