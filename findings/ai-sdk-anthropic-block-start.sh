#!/bin/sh
# @ai-sdk/anthropic 4.0.105: words that a text block starts with (content_block.text of content_block_start, a string in the types of @anthropic-ai/sdk 1.14.0, whose own stream keeps them) are left out of the answer without an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @ai-sdk/anthropic@4.0.105 @anthropic-ai/sdk@1.14.0 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:http'
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'

const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } }
const events = [
  { type: 'message_start', message },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hel', citations: null } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
const baseURL = `http://127.0.0.1:${server.address().port}`

const vendors = await new Anthropic({ apiKey: 'none', baseURL })
  .messages.stream({ model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] })
  .finalMessage()
const { stream } = await createAnthropic({ apiKey: 'none', baseURL })('claude').doStream({
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
})
let text = ''
for await (const part of stream) if (part.type === 'text-delta') text += part.delta
console.log(JSON.stringify({ anthropic: vendors.content[0].text, ai_sdk: text }))
server.close()
server.closeAllConnections()
if (vendors.content[0].text !== 'Hello' || text !== 'lo') process.exit(1)
SCRIPT
node check.mjs
