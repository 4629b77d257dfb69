#!/bin/sh
# @angular/build 22.2.7: with the option autoCsp, a script of index.html is loaded by a script of Angular's, without its onload, id and data attributes: a snippet that starts in onload, or finds its key in a data attribute, does nothing, and the build says nothing of it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --omit=optional --legacy-peer-deps --silent @angular/build@22.2.7 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { autoCsp } = require('./node_modules/@angular/build/src/utils/index-file/auto-csp.js')
const page = `<!doctype html><html><head></head><body>
<script src="https://chat.example/chat.js" id="chat" data-key="k1" onload="Chat.start('k2')"></script>
</body></html>`
const built = await autoCsp(page)
const has = (text) => (built.includes(text) ? 'kept' : 'lost')
console.log(`address ${has('https://chat.example/chat.js')}; onload ${has('Chat.start')}; data-key ${has('k1')}; id ${has('"chat"')}`)
SCRIPT
seen=$(node check.mjs)
expected='address kept; onload lost; data-key lost; id lost'
printf '%s\n' "@angular/build@22.2.7: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
