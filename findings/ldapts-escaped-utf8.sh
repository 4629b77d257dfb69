#!/bin/sh
# ldapts 9.2.0 takes each escaped byte of a filter for a letter of its own, so that the example of RFC 4515, (sn=Lu\c4\8di\c4\87) for Lučić, is sent as another name and finds nobody. The letters themselves work; the bytes of a value that is no text, such as an objectGUID, cannot be written in a filter text at all.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent ldapts@9.2.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:net'
import { Client } from 'ldapts'

const NAME = Buffer.from('Lučić')
const BYTES = Buffer.from([0x90, 0x39, 0xff])
let seen
const server = createServer((socket) =>
  socket.on('data', (request) => {
    seen(request)
    socket.destroy()
  }),
)
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
async function sent(filter, value) {
  const request = new Promise((resolve) => (seen = resolve))
  const client = new Client({ url: `ldap://127.0.0.1:${server.address().port}` })
  client.search('dc=example', { filter }).catch(() => undefined)
  return (await request).includes(value)
}
const escapes = (bytes) => Array.from(bytes, (byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')
console.log(`letters ${await sent('(sn=Lučić)', NAME)}`)
console.log(`escaped letters ${await sent('(sn=Lu\\c4\\8di\\c4\\87)', NAME)}`)
console.log(`escaped bytes ${await sent(`(objectGUID=${escapes(BYTES)})`, BYTES)}`)
process.exit(0)
SCRIPT
seen=$(node check.mjs)
expected='letters true
escaped letters false
escaped bytes false'
printf '%s\n' "ldapts@9.2.0: is the value sent as it was meant?" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
