#!/bin/sh
# @ai-sdk/google 4.0.121: a realtime session that is configured with the turn detection "disabled" (documented as push-to-talk) leaves the vendor's turn detection on, because the setup says nothing of it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @ai-sdk/google@4.0.121 zod@4.6.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createGoogle } from '@ai-sdk/google'

const model = createGoogle({ apiKey: 'none' }).experimental_realtime('gemini-3.8-live')
const config = { voice: 'Kore', turnDetection: { type: 'disabled' } }
const { setup } = model.serializeClientEvent({ type: 'session-update', config })
console.log(JSON.stringify(setup))
if ('realtimeInputConfig' in setup) process.exit(1)
SCRIPT
node check.mjs
