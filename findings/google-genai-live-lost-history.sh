#!/bin/sh
# @google/genai 3.3.0: live.connect drops the historyConfig of its config, so a Live API session that begins with an earlier conversation cannot be opened with it. The package's own type of the setup has the field, and the vendor closes a session of a newer model that is sent turns which its setup did not announce.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @google/genai@3.3.0 ws@8.21.3 > /dev/null
cat > check.mjs <<'SCRIPT'
import { GoogleGenAI, Modality } from '@google/genai'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { setup } = JSON.parse(String(data))
    console.log(JSON.stringify(setup))
    process.exit('generationConfig' in setup && !('historyConfig' in setup) ? 0 : 1)
  })
})
server.on('listening', () => {
  const baseUrl = `http://127.0.0.1:${server.address().port}`
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } })
  const config = { responseModalities: [Modality.AUDIO], historyConfig: { initialHistoryInClientContent: true } }
  ai.live.connect({ model: 'gemini-3.8-live', config, callbacks: { onmessage() {} } }).catch(() => undefined)
})
SCRIPT
node check.mjs
