#!/bin/sh
# @slack/web-api 8.2.0 gives up at once on a 429 without Retry-After, although it retries other failures, and uploads the bytes of a file as a multipart form whose one field is called body.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @slack/web-api@8.2.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { LogLevel, WebClient } from '@slack/web-api'

const counts = { limited: 0, failing: 0 }
let upload = ''
const server = createServer(async (request, response) => {
  const body = await text(request)
  const json = (value) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  if (request.url === '/upload') {
    const type = String(request.headers['content-type']).split(';')[0]
    const field = /name="([^"]*)"/.exec(body)?.[1]
    upload = `${type}, field ${field}`
    return response.end('OK')
  }
  if (request.url.endsWith('/auth.test')) {
    counts.limited++
    response.statusCode = 429
    return json({ ok: false, error: 'ratelimited' })
  }
  if (request.url.endsWith('/api.test')) {
    response.statusCode = ++counts.failing < 3 ? 500 : 200
    return json({ ok: true })
  }
  if (request.url.endsWith('/files.getUploadURLExternal')) return json({ ok: true, upload_url: `${url}/upload`, file_id: 'F1' })
  return json({ ok: true, files: [{ id: 'F1', title: 'a' }] })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`
const retryConfig = { retries: 5, minTimeout: 10, maxTimeout: 10 }
const client = new WebClient('xoxb-1', { slackApiUrl: `${url}/api/`, retryConfig, logLevel: LogLevel.ERROR })
const limited = await client.auth.test().then(() => 'answered', ({ message }) => message.replace(/ \(url.*/, ''))
await client.api.test()
await client.filesUploadV2({ channel_id: 'C1', filename: 'a.txt', content: 'hello' })
console.log(`429 without Retry-After: ${counts.limited} request, ${limited}; 500: ${counts.failing} requests; upload: ${upload}`)
process.exit(0)
SCRIPT
seen=$(node check.mjs)
expected='429 without Retry-After: 1 request, Retry header did not contain a valid timeout; 500: 3 requests; upload: multipart/form-data, field body'
printf '%s\n' "@slack/web-api@8.2.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
