#!/bin/sh
# unpdf 1.8.1 (PDF.js 6.1.200) does not know the names of letters that say their form behind a point, such as one.os, an old-style figure, although the rule of such names is to leave the form out. Where a font has no table of characters, as in many papers made with pdfTeX, each such letter becomes the control character of its number, which is invisible: every figure of a text may be missing. pdftotext 22.12 reads Version 2.0, find.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { extractText, getDocumentProxy } from 'unpdf'

const stream = (content) => `<</Length ${content.length}>>stream\n${content}\nendstream`
const widths = `/FirstChar 32/LastChar 130/Widths[${'500 '.repeat(99)}]`
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
  stream('BT /F1 10 Tf 50 700 Td (Version \\201.\\200, \\202nd) Tj ET'),
  `<</Type/Font/Subtype/Type1/BaseFont/Body${widths}/Encoding<</Type/Encoding/Differences[128/zero.os/two.os/f_i]>>>>`,
]
let file = '%PDF-1.5\n'
const table = objects.map((object, at) => {
  const offset = file.length
  file += `${at + 1} 0 obj\n${object}\nendobj\n`
  return `${String(offset).padStart(10, '0')} 00000 n \n`
})
file += `xref\n0 6\n0000000000 65535 f \n${table.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
const pdf = await getDocumentProxy(new TextEncoder().encode(file), { verbosity: 0 })
const [text] = (await extractText(pdf)).text
console.log([...text].map((letter) => (letter < ' ' || letter > '~' ? `<${letter.codePointAt(0)}>` : letter)).join(''))
SCRIPT
seen=$(node check.mjs)
expected='Version <129>.<128>, find'
printf '%s\n' "unpdf@1.8.1: text of \"Version 2.0, find\" in a font with old-style figures: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
