#!/bin/sh
# Published MCP servers list schemas of tools that vendors refuse, by their documents or by many reports, together with every other tool of the call: arrays without items (OpenAI, Gemini), lookaround in patterns (OpenAI; zod 4 writes it for an address of mail), references that lead elsewhere than to $defs (Gemini). @ai-sdk/mcp 2.0.99 hands them on, and of the providers only @ai-sdk/openai 4.0.118 changes one: it leaves lookaround out. @ai-sdk/openai-compatible 3.0.92, @ai-sdk/google 4.0.121 and @ai-sdk/anthropic 4.0.105 send all of them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @hubspot/mcp-server@0.4.0 @line/line-bot-mcp-server@0.5.0 resend-mcp@2.22.0 @ai-sdk/mcp@2.0.99 @ai-sdk/openai@4.0.118 @ai-sdk/openai-compatible@3.0.92 @ai-sdk/google@4.0.121 @ai-sdk/anthropic@4.0.105 ai@7.0.173 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'

const env = {
  PATH: process.env.PATH,
  HOME: process.cwd(),
  PRIVATE_APP_ACCESS_TOKEN: 'none',
  CHANNEL_ACCESS_TOKEN: 'none',
  RESEND_API_KEY: 'none',
}

let sent = []
const vendor = createServer(async (request, response) => {
  const { tools } = await json(request)
  sent = tools.flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool])
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"enough"}}')
}).listen(0, '127.0.0.1')
await once(vendor, 'listening')
const options = { apiKey: 'none', baseURL: `http://127.0.0.1:${vendor.address().port}/v1` }
const models = {
  openai: createOpenAI(options)('gpt-5'),
  'openai-compatible': createOpenAICompatible({ ...options, name: 'local' })('local'),
  google: createGoogle(options)('gemini-3-pro'),
  anthropic: createAnthropic(options)('claude-sonnet-4-5'),
}

const schemaOf = (tool) => tool.input_schema ?? tool.parametersJsonSchema ?? tool.parameters ?? {}

function* schemasIn(value) {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) yield* schemasIn(each)
    return
  }
  yield value
  for (const [key, each] of Object.entries(value)) {
    if (key === 'properties' || key === '$defs') for (const one of Object.values(each)) yield* schemasIn(one)
    else if (['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].includes(key)) yield* schemasIn(each)
  }
}

const kinds = {
  'arrays without items': (schema) => schema.type === 'array' && schema.items === undefined,
  lookaround: (schema) => /\(\?<?[=!]/.test(schema.pattern ?? ''),
  'other references': (schema) => typeof schema.$ref === 'string' && !schema.$ref.startsWith('#/$defs/'),
}

for (const name of ['@hubspot/mcp-server', '@line/line-bot-mcp-server', 'resend-mcp']) {
  const folder = join('node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json')))
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0]
  const client = await createMCPClient({
    transport: new Experimental_StdioMCPTransport({ command: process.execPath, args: [join(folder, file)], env }),
  })
  const tools = await client.tools()
  for (const [provider, model] of Object.entries(models)) {
    sent = []
    await generateText({ model, prompt: 'Hello', tools, maxRetries: 0 }).catch(() => undefined)
    const all = sent.flatMap((tool) => [...schemasIn(schemaOf(tool))])
    const counts = Object.entries(kinds).map(([kind, is]) => [kind, all.filter(is).length])
    const found = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`)
    console.log(`${name} to ${provider}: ${sent.length} tools, ${found.join(', ') || 'none'}`)
  }
  await client.close()
}
process.exit(0)
SCRIPT
seen=$(node check.mjs 2>/dev/null | grep ' tools, ')
expected='@hubspot/mcp-server to openai: 21 tools, 1 arrays without items
@hubspot/mcp-server to openai-compatible: 21 tools, 1 arrays without items
@hubspot/mcp-server to google: 21 tools, 1 arrays without items
@hubspot/mcp-server to anthropic: 21 tools, 1 arrays without items
@line/line-bot-mcp-server to openai: 12 tools, 158 other references
@line/line-bot-mcp-server to openai-compatible: 12 tools, 158 other references
@line/line-bot-mcp-server to google: 12 tools, 158 other references
@line/line-bot-mcp-server to anthropic: 12 tools, 158 other references
resend-mcp to openai: 105 tools, none
resend-mcp to openai-compatible: 105 tools, 18 lookaround
resend-mcp to google: 105 tools, 18 lookaround
resend-mcp to anthropic: 105 tools, 18 lookaround'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
