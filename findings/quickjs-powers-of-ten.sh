#!/bin/sh
# quickjs-emscripten 0.32.0 (QuickJS and QuickJS-NG as WebAssembly, synchronous release builds): 10 ** n is not the number that is written 1e n for several small n, such as -5: 10 ** -5 is 0.000009999999999999999. Math.pow gives the same. In V8 of Node 24 only 10 ** 23 is another. The language allows an approximation, so code that rounds to 10 ** -digits gives other figures in a sandbox than in Node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent quickjs-emscripten-core@0.32.0 @jitl/quickjs-wasmfile-release-sync@0.32.0 @jitl/quickjs-ng-wasmfile-release-sync@0.32.0 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'

const powers = Array.from({ length: 61 }, (_, at) => at - 30)
const differing = (power) => powers.filter((n) => power(n) !== Number(`1e${n}`)).join(' ') || 'none'
console.log('node:', differing((n) => 10 ** n))
for (const engine of ['quickjs', 'quickjs-ng']) {
  const module = await newQuickJSWASMModuleFromVariant(import(`@jitl/${engine}-wasmfile-release-sync`))
  const context = module.newContext()
  const evaluate = (code) => context.dump(context.unwrapResult(context.evalCode(code)))
  console.log(`${engine}:`, differing((n) => evaluate(`10 ** ${n}`)))
}
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='node: 23
quickjs: -29 -24 -21 -20 -17 -11 -5 29
quickjs-ng: -29 -24 -21 -20 -17 -11 -5 29'
printf '%s\n' "quickjs-emscripten 0.32.0, n for which 10 ** n is not 1e n:" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
