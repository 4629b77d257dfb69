#!/bin/sh
# file-type 22.3.0 knows some formats by two or three letters, whatever follows: a CSV that begins with BMW is image/bmp, a text that begins with "solid " is model/stl, with "MAC " audio/ape, with CWS application/x-shockwave-flash. An upload filter that trusts it refuses plain texts, or keeps them as pictures.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent file-type@22.3.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import { fileTypeFromBuffer } from 'file-type'

const texts = ['BMW,4711\nAudi,4712\n', 'solid wood, to be collected\n', 'MAC address,room\n', 'CWS,open\n', 'Audi,4712\nBMW,4711\n']
for (const text of texts) console.log(`${text.slice(0, 6)}: ${(await fileTypeFromBuffer(Buffer.from(text.repeat(20))))?.mime}`)
SCRIPT
seen=$(node check.mjs)
expected='BMW,47: image/bmp
solid : model/stl
MAC ad: audio/ape
CWS,op: application/x-shockwave-flash
Audi,4: undefined'
printf '%s\n' "file-type@22.3.0" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
