#!/bin/sh
# @microsoft/teams.api 2.1.0 posts a reply to …/activities with replyToId in its body, not to …/activities/{id}, and leaves the semicolon of a channel thread unescaped in the path.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @microsoft/teams.api@2.1.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Client } from '@microsoft/teams.api'

const seen = []
const server = createServer(async (request, response) => {
  const body = JSON.parse((await text(request)) || '{}')
  seen.push(`${request.method} ${request.url} replyToId ${body.replyToId ?? 'none'}`)
  response.setHeader('content-type', 'application/json').end('{"id":"9"}')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const client = new Client(`http://127.0.0.1:${server.address().port}`, { token: 'a.b.c' })
await client.conversations.activities('19:abc@thread.tacv2;messageid=1').reply('7', { type: 'message', text: 'Hello' })
console.log(seen.join(', '))
process.exit(0)
SCRIPT
seen=$(node check.mjs)
expected='POST /v3/conversations/19:abc@thread.tacv2;messageid=1/activities replyToId 7'
printf '%s\n' "@microsoft/teams.api@2.1.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
