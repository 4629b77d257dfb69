#!/bin/sh
# @microsoft/teams.apps 2.1.0 begins a streamed message a second time when the answer to its first chunk is lost, finishes only the second, and answers Teams with 200.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @microsoft/teams.apps@2.1.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { App } from '@microsoft/teams.apps'

const seen = []
const listening = async (server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}
const server = createServer(async (request, response) => {
  const { type, entities = [] } = JSON.parse(await text(request))
  const { streamId = 'new' } = entities.find((entity) => entity.type === 'streaminfo') ?? {}
  seen.push(`${type} of stream ${streamId}`)
  // The first one is accepted, and its answer is lost.
  if (seen.length === 1) return request.socket.destroy()
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: String(seen.length) }))
})
const serviceUrl = `http://127.0.0.1:${await listening(server)}`
const nothing = () => undefined
const logger = { child: () => logger, error: nothing, warn: nothing, info: nothing, debug: nothing, log: nothing, trace: nothing }
const app = new App({ clientId: 'a', token: async () => 'e30.e30.x', logger, skipAuth: true, serviceUrl })
app.on('message', async ({ stream }) => stream.emit('Hello'))
const free = createServer()
const port = await listening(free)
await new Promise((closed) => free.close(closed))
await app.start(port)
const activity = {
  type: 'message',
  id: '1',
  text: 'Hi',
  channelId: 'msteams',
  serviceUrl,
  from: { id: '29:1', name: 'Anna' },
  recipient: { id: '28:a', name: 'Bot' },
  conversation: { id: 'a:1', conversationType: 'personal', tenantId: 't' },
}
const headers = { 'content-type': 'application/json' }
const { status } = await fetch(`http://127.0.0.1:${port}/api/messages`, { method: 'POST', headers, body: JSON.stringify(activity) })
while (!seen.some((line) => line.startsWith('message'))) await new Promise((next) => setTimeout(next, 50))
console.log(`${seen.join(', ')}; Teams is answered ${status}`)
process.exit(0)
SCRIPT
seen=$(node check.mjs)
expected='typing of stream new, typing of stream new, message of stream 2; Teams is answered 200'
printf '%s\n' "@microsoft/teams.apps@2.1.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
