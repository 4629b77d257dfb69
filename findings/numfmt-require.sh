#!/bin/sh
# numfmt 4.0.1 can be imported but not required: its package.json names dist/index.cjs, which is not shipped (dist/index.js is CommonJS).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent numfmt@4.0.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createRequire } from 'node:module'
const { format } = await import('numfmt')
let required
try {
  required = createRequire(import.meta.url)('numfmt').format('0%', 0.15)
} catch (error) {
  required = error.code
}
console.log(`import ${format('0%', 0.15)}, require ${required}`)
SCRIPT
seen=$(node check.mjs)
expected='import 15%, require MODULE_NOT_FOUND'
printf '%s\n' "numfmt@4.0.1: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
