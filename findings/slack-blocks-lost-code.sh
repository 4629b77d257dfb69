#!/bin/sh
# Packages that make Slack's blocks of Markdown lose a block of code that is within an item of a list, number a list that begins with 3 from 1, show open and done tasks alike, and join lines at a hard break. @tryfabric/mack 1.2.1 also drops a word between angle brackets. slackify-markdown 4.5.0 and telegramify-markdown 1.3.3 keep code and numbers, but show a backslash for a hard break.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @tryfabric/mack@1.2.1 markdown-to-slack-blocks@1.5.0 slackify-markdown@4.5.0 telegramify-markdown@1.3.3 > /dev/null
cat > check.mjs <<'SCRIPT'
import mack from '@tryfabric/mack'
import { markdownToBlocks } from 'markdown-to-slack-blocks'
import slackify from 'slackify-markdown'
import telegramify from 'telegramify-markdown'

const list = '3. three\n\n   ```\n   npm start\n   ```\n\n- [ ] open\n- [x] done'
const lines = 'Set <name>  \nand go'
const packages = {
  mack: async (text) => JSON.stringify(await mack.markdownToBlocks(text)),
  blocks: async (text) => JSON.stringify(markdownToBlocks(text)),
  slackify: async (text) => slackify(text),
  telegramify: async (text) => telegramify(text, 'escape'),
}
for (const [name, write] of Object.entries(packages)) {
  const [ofList, ofLines] = [await write(list), await write(lines)]
  const tasks = await Promise.all(['- [ ] a', '- [x] a'].map(write))
  console.log(name, [
    ofList.includes('npm start') ? 'code' : 'no code',
    /3\\?\./.test(ofList) || ofList.includes('"offset":2') ? 'numbers' : 'no numbers',
    tasks[0] === tasks[1] ? 'tasks alike' : 'tasks',
    /<name|&lt;name/.test(ofLines) ? 'name' : 'no name',
    ofLines.includes('\\\n') ? 'backslash' : /\\?n\s*and go/.test(ofLines) && /\n|\\n/.test(ofLines) ? 'break' : 'joined',
  ].join(', '))
}
SCRIPT
seen=$(node check.mjs)
expected='mack no code, no numbers, tasks alike, no name, joined
blocks no code, no numbers, tasks alike, name, joined
slackify code, numbers, tasks alike, name, backslash
telegramify code, numbers, tasks alike, name, backslash'
printf '%s\n' "@tryfabric/mack@1.2.1 markdown-to-slack-blocks@1.5.0 slackify-markdown@4.5.0 telegramify-markdown@1.3.3:" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was:" "$expected"; exit 1; }
