#!/bin/sh
# @ai-sdk/openai 4.0.118: a realtime session that is updated with an empty list of tools keeps the tools that it had, because the list is left out and the Realtime API changes only what is sent.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @ai-sdk/openai@4.0.118 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createOpenAI } from '@ai-sdk/openai'

const model = createOpenAI({ apiKey: 'none' }).experimental_realtime('gpt-realtime')
const { session } = model.serializeClientEvent({ type: 'session-update', config: { tools: [] } })
console.log(JSON.stringify(session))
if ('tools' in session) process.exit(1)
SCRIPT
node check.mjs
