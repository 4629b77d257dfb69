#!/bin/sh
# Typst 0.14.2 (@myriaddreamin/typst-ts-node-compiler 0.7.0) sets raised and lowered text by letters of the font, at the height and on the line of the others, and its table of characters says the plain ones: unpdf 1.8.1 (PDF.js 6.1.200) reads 10⁶ as 106 and a footnote's number as a part of the word, and so does pdftotext 22.12. Only the tags of the page have it, as the attribute BaselineShift of a Span, which PDF.js's tree of tags leaves out. With #set super(typographic: false) the text is smaller and off the line, which can be told.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @myriaddreamin/typst-ts-node-compiler@0.7.0 unpdf@1.8.1 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { getDocumentProxy } from 'unpdf'

async function read(rule) {
  const mainFileContent = `${rule}\nUp to 10#super[6] cells, H#sub[2]O.`
  const pdf = await getDocumentProxy(new Uint8Array(NodeCompiler.create().pdf({ mainFileContent })), { verbosity: 0 })
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const placed = items.filter(({ str }) => str.trim() !== '')
  const places = new Set(placed.map(({ height, transform }) => `${height.toFixed(1)} at ${transform[5].toFixed(1)}`))
  const tags = JSON.stringify(await page.getStructTree())
  return `${items.map(({ str }) => str).join('')}, ${places.size} heights and lines, ${tags.includes('Span') ? 'a Span' : 'no Span'}, ${/shift/i.test(tags) ? 'shifted' : 'no shift'}`
}

const seen = [await read(''), await read('#set super(typographic: false)\n#set sub(typographic: false)')]
console.log(seen.join('\n'))
const expected = ['Up to 106 cells, H2O., 1 heights and lines, a Span, no shift', 'Up to 106 cells, H2O., 3 heights and lines, a Span, no shift']
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1)
SCRIPT
node check.mjs
