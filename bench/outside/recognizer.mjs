// English speech to text without a network: Moonshine's tiny model, which `@moonshine-ai/moonshine-js` has inside (MIT), on
// onnxruntime's WebAssembly. It takes OpenAI's form for transcriptions and runs in a folder in which its packages are installed
// (`bench/word-errors.ts`).
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import llamaTokenizer from 'llama-tokenizer-js'
import * as ort from 'onnxruntime-web'

const MODEL = new URL('node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized/', import.meta.url)
const [LAYERS, HEADS, HEAD_SIZE] = [6, 8, 36]
const [START, END] = [1, 2]
const RATE_HZ = 16_000
const MAX_TOKENS_PER_SECOND = 6.5
const WAV_HEADER_BYTES = 44

ort.env.wasm.numThreads = 1
const load = (name) => ort.InferenceSession.create(readFileSync(new URL(name, MODEL)))
const [encoder, decoder] = [await load('encoder_model.onnx'), await load('decoder_model_merged.onnx')]

const argMax = (values) => values.reduce((best, value, at) => (value > values[best] ? at : best), 0)
const tensorOf = (token) => new ort.Tensor('int64', BigInt64Array.from([BigInt(token)]), [1, 1])
const noCache = () =>
  Object.fromEntries(
    Array.from({ length: LAYERS }, (_, layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map((part) => [
        `past_key_values.${layer}.${part}`,
        new ort.Tensor('float32', new Float32Array(0), [0, HEADS, 1, HEAD_SIZE]),
      ]),
    ).flat(),
  )

async function recognize(samples) {
  const audio = new ort.Tensor('float32', samples, [1, samples.length])
  const { last_hidden_state: encoder_hidden_states } = await encoder.run({ input_values: audio })
  const cache = noCache()
  const tokens = [START]
  const most = Math.trunc((samples.length / RATE_HZ) * MAX_TOKENS_PER_SECOND)
  while (tokens.length <= most) {
    const isFirst = tokens.length === 1
    const use_cache_branch = new ort.Tensor('bool', [!isFirst])
    const output = await decoder.run({
      input_ids: tensorOf(tokens.at(-1)),
      encoder_hidden_states,
      use_cache_branch,
      ...cache,
    })
    const next = argMax(output.logits.data)
    if (next === END) break
    tokens.push(next)
    // What comes from the encoder stays the same.
    for (const name of Object.keys(cache))
      if (isFirst || name.includes('decoder')) cache[name] = output[name.replace('past_key_values', 'present')]
  }
  return llamaTokenizer.decode(tokens.slice(1), false, false).trim()
}

/** One after the other: a session runs one input at a time. */
let last = Promise.resolve()
async function answer(request, response) {
  const body = await new Response(request, { headers: request.headers }).formData()
  const wav = new Uint8Array(await body.get('file').arrayBuffer())
  const samples = Float32Array.from(new Int16Array(wav.slice(WAV_HEADER_BYTES).buffer), (sample) => sample / 32_768)
  const recognized = last.then(() => recognize(samples))
  last = recognized.catch(() => undefined)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: await recognized }))
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(400).end(String(error)))
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify(`http://127.0.0.1:${server.address().port}/`)}\n`)
})
// A benchmark that prepares its sound for longer must not write to a connection that is just being closed.
server.keepAliveTimeout = 0
process.on('SIGTERM', () => process.exit(0))
