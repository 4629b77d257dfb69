#!/bin/sh
# @google/genai 3.3.0: live.connect asks for //ws/…, with two slashes, whatever base URL it is given, because it puts /ws after an address that already ends with a slash. Google's own server takes it; a proxy or gateway that does not merge slashes answers 404.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @google/genai@3.3.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:http'
import { GoogleGenAI } from '@google/genai'

const server = createServer()
server.on('upgrade', (request, socket) => {
  socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
  const path = request.url.split('?')[0]
  console.log(path)
  process.exit(path.startsWith('//ws/') ? 0 : 1)
})
server.listen(0, '127.0.0.1', () => {
  const baseUrl = `http://127.0.0.1:${server.address().port}`
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } })
  ai.live.connect({ model: 'gemini-3.8-live', callbacks: { onmessage() {}, onerror() {} } }).catch(() => undefined)
})
SCRIPT
node check.mjs
