#!/bin/sh
# html-to-docx 1.8.0 drops a space that is alone between two inline elements: "<b>Net</b> <i>price</i>" becomes Netprice. @turbodocx/html-to-docx 1.23.1, which grew out of it, writes Net price.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent html-to-docx@1.8.0 @turbodocx/html-to-docx@1.23.1 jszip@3.10.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const JSZip = require('jszip')
for (const name of ['html-to-docx', '@turbodocx/html-to-docx']) {
  const convert = require(name)
  const document = await convert('<p><b>Net</b> <i>price</i></p>')
  const zip = await JSZip.loadAsync(Buffer.from(document))
  const xml = await zip.file('word/document.xml').async('string')
  const paragraphs = xml.split('</w:p>').map((part) => [...part.matchAll(/<w:t[ >][^<]*|<w:br\/>/g)].map(([text]) => text.replace(/^<w:t[^>]*>/, '')).join(''))
  console.log(JSON.stringify([name, ...paragraphs.filter((text) => text !== '')]))
}
SCRIPT
seen=$(node check.mjs)
expected='["html-to-docx","Netprice"]
["@turbodocx/html-to-docx","Net price"]'
printf '%s\n' "html-to-docx@1.8.0 @turbodocx/html-to-docx@1.23.1" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
