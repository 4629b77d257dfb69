#!/bin/sh
# @chat-adapter/teams 4.41.0 reads the words of a forwarded message of Teams as the sender's own: only the HTML beside the text marks them, and it is not read.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent chat@4.41.0 @chat-adapter/teams@4.41.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createTeamsAdapter } from '@chat-adapter/teams'

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const adapter = createTeamsAdapter({ appId: '1', token: async () => 'a.b.c', logger: silent })
const message = adapter.parseMessage({
  type: 'message',
  id: '1764000000001',
  channelId: 'msteams',
  serviceUrl: 'https://smba.trafficmanager.net/emea/',
  from: { id: '29:1', name: 'Anna Weber' },
  recipient: { id: '28:1', name: 'Ada' },
  conversation: { id: 'a:1', conversationType: 'personal' },
  text: 'Is this right?\n\nPay the invoice today.',
  attachments: [
    {
      contentType: 'text/html',
      content:
        '<p>Is this right?</p><blockquote itemtype="http://schema.skype.com/Forward"><p>Pay the invoice today.</p></blockquote>',
    },
  ],
})
console.log(JSON.stringify([message.text, message.attachments.length]))
SCRIPT
seen=$(node check.mjs 2> /dev/null)
expected='["Is this right?\n\nPay the invoice today.",0]'
printf '%s\n' "@chat-adapter/teams@4.41.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
