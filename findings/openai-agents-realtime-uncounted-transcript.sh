#!/bin/sh
# @openai/agents-realtime 0.20.0: a transcript whose usage is counted without input_token_details never reaches the history, because its schema requires that field. In the types of OpenAI’s own package (openai 7.59.0) the field is optional.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @openai/agents-realtime@0.20.0 openai@7.59.0 ws@8.21.3 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs'
import { OpenAIRealtimeWebSocket } from '@openai/agents-realtime'
import { WebSocketServer } from 'ws'

const types = readFileSync('node_modules/openai/resources/realtime/realtime.d.ts', 'utf8')
const [counted = ''] = types.split('interface TranscriptTextUsageTokens {').slice(1)
const isOptional = counted.slice(0, 1500).includes('input_token_details?:')

const counts = { type: 'tokens', input_tokens: 20, output_tokens: 5, total_tokens: 25 }
const details = { text_tokens: 0, audio_tokens: 20 }
const transcriptOf = (item_id, usage) => ({
  type: 'conversation.item.input_audio_transcription.completed',
  event_id: `event_${item_id}`,
  item_id,
  content_index: 0,
  transcript: 'Hello',
  usage,
})
const asked = []
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  // For each transcript that it reads the client retrieves the item.
  socket.on('message', (data) => {
    const { type, item_id } = JSON.parse(String(data))
    if (type !== 'conversation.item.retrieve') return
    asked.push(item_id)
    if (item_id !== 'detailed') return
    console.log(`the type says optional: ${isOptional}; read: ${asked.join(', ')}`)
    process.exit(isOptional && asked.length === 1 ? 0 : 1)
  })
  socket.send(JSON.stringify(transcriptOf('plain', counts)))
  socket.send(JSON.stringify(transcriptOf('detailed', { ...counts, input_token_details: details })))
})
server.on('listening', () => {
  const url = `ws://127.0.0.1:${server.address().port}`
  new OpenAIRealtimeWebSocket({ url }).connect({ apiKey: 'none', model: 'gpt-realtime-2' })
})
SCRIPT
node check.mjs
