#!/bin/sh
# @echogarden/fvad-wasm 0.2.0 (the voice detection of WebRTC) takes a breath (noise that swells and fades) for speech in its strictest mode, and a steady tone of 440 Hz as well.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @echogarden/fvad-wasm@0.2.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import open from '@echogarden/fvad-wasm'

const RATE = 16000
const FRAME = 320
const path = createRequire(import.meta.url).resolve('@echogarden/fvad-wasm/fvad.wasm')
let memory
const fvad = await open({
  instantiateWasm(imports, onInstance) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), imports)
    memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory)
    onInstance(instance)
    return instance.exports
  },
})
const scratch = fvad._malloc(FRAME * 2)

/** The share of the frames that are taken for speech. */
function speechIn(samples) {
  const handle = fvad._fvad_new()
  fvad._fvad_set_mode(handle, 3)
  fvad._fvad_set_sample_rate(handle, RATE)
  let speech = 0
  let frames = 0
  for (let at = 0; at + FRAME <= samples.length; at += FRAME, frames++) {
    const view = new Int16Array(memory.buffer, scratch, FRAME)
    for (let n = 0; n < FRAME; n++) view[n] = Math.max(-32768, Math.min(32767, samples[at + n] * 32767))
    if (fvad._fvad_process(handle, scratch, FRAME) === 1) speech++
  }
  return speech / frames
}

let seed = 1
const random = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 1073741824) - 1
/** Noise through a filter with two poles, which swells and fades as a breath does, after half a second of quiet. */
function breath() {
  let [a, b] = [0, 0]
  return Float64Array.from({ length: RATE * 1.5 }, (_, n) => {
    const seconds = n / RATE - 0.5
    const out = random() + 1.2 * a - 0.7 * b
    ;[a, b] = [out, a]
    return seconds < 0 ? random() * 0.0005 : out * 0.08 * Math.sin(Math.PI * Math.min(1, seconds))
  })
}
const tone = Float64Array.from({ length: RATE * 2 }, (_, n) => 0.3 * Math.sin((2 * Math.PI * 440 * n) / RATE))
const much = (share) => (share > 0.3 ? 'speech in more than a third of the frames' : `speech in ${share < 0.15 ? 'few' : 'some'} frames`)
console.log(`breath: ${much(speechIn(breath()))}; tone: ${much(speechIn(tone))}`)
SCRIPT
seen=$(node check.mjs)
expected='breath: speech in more than a third of the frames; tone: speech in more than a third of the frames'
printf '%s\n' "@echogarden/fvad-wasm@0.2.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
