#!/bin/sh
# @chat-adapter/telegram 4.41.1 hands what Telegram reports in a private chat, such as a pinned message, a new topic or a timer, to the bot as a direct message of the person with an empty text, so that a bot answers it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent chat@4.41.1 @chat-adapter/telegram@4.41.1 @chat-adapter/state-memory@4.41.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createMemoryState } from '@chat-adapter/state-memory'
import { createTelegramAdapter } from '@chat-adapter/telegram'
import { Chat } from 'chat'

const server = createServer((_request, response) => {
  const result = { id: 7, is_bot: true, first_name: 'Shop', username: 'shop_bot' }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const apiUrl = `http://127.0.0.1:${server.address().port}`
const telegram = createTelegramAdapter({ botToken: '7:token', secretToken: 's', apiUrl, mode: 'webhook' })
const bot = new Chat({ userName: 'shop_bot', adapters: { telegram }, state: createMemoryState(), logger: 'silent' })
const seen = []
bot.onDirectMessage((_thread, message) => void seen.push(`${message.author.fullName}: ${JSON.stringify(message.text)}`))

const from = { id: 5, is_bot: false, first_name: 'Anna' }
const chat = { id: 5, type: 'private', first_name: 'Anna' }
const reported = [
  { text: 'Hello' },
  { pinned_message: { message_id: 1, date: 1790000000, chat, from, text: 'Hello' } },
  { forum_topic_created: { name: 'Orders', icon_color: 7322096 } },
  { message_auto_delete_timer_changed: { message_auto_delete_time: 86400 } },
]
for (const [index, content] of reported.entries()) {
  const message = { message_id: index + 1, date: 1790000000, chat, from, ...content }
  const body = JSON.stringify({ update_id: index + 1, message })
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 's' }
  const work = []
  await bot.webhooks.telegram(new Request('http://bot/', { method: 'POST', headers, body }), {
    waitUntil: (promise) => work.push(promise),
  })
  await Promise.all(work)
}
process.stdout.write(`${seen.join(', ')}\n`)
process.exit(0)
SCRIPT
seen=$(node check.mjs | tail -1)
expected='Anna: "Hello", Anna: "", Anna: "", Anna: ""'
printf '%s\n' "@chat-adapter/telegram@4.41.1: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
