#!/bin/sh
# @ai-sdk/openai 4.0.118: its realtime model gives what an assistant has said the content type input_text, which the Realtime API takes from users alone (output_text is the assistant's), so a conversation cannot be given to a new session with it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @ai-sdk/openai@4.0.118 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createOpenAI } from '@ai-sdk/openai'

const model = createOpenAI({ apiKey: 'none' }).experimental_realtime('gpt-realtime')
const item = { type: 'text-message', role: 'assistant', text: 'Hello' }
const { content } = model.serializeClientEvent({ type: 'conversation-item-create', item }).item
console.log(content[0].type)
if (content[0].type !== 'input_text') process.exit(1)
SCRIPT
node check.mjs
