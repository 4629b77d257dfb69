#!/bin/sh
# unpdf 1.8.1 (PDF.js 6.1.200) also extracts the text of layers that the document turns off, whether the text is marked or its form belongs to the layer: a viewer shows neither, and pdftotext leaves both out. PDF.js knows the layers, and its list of operators says which text is in which, but its text content does not.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { extractText, getDocumentProxy } from 'unpdf'

const put = (y, text) => `BT /F1 10 Tf 50 ${y} Td (${text}) Tj ET\n`
const stream = (content, dictionary = '') => `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`
const font = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
const objects = [
  '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<${font}/Properties<</L 5 0 R>>/XObject<</X 6 0 R>>>>/Contents 4 0 R>>`,
  stream(`${put(700, 'Shown')}/OC /L BDC\n${put(680, 'hidden text')}EMC\n/X Do`),
  '<</Type/OCG/Name(Draft)>>',
  stream(put(660, 'hidden form'), `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/OC 5 0 R/Resources<<${font}>>`),
]
let file = '%PDF-1.5\n'
const table = objects.map((object, at) => {
  const offset = file.length
  file += `${at + 1} 0 obj\n${object}\nendobj\n`
  return `${String(offset).padStart(10, '0')} 00000 n \n`
})
file += `xref\n0 7\n0000000000 65535 f \n${table.join('')}trailer<</Size 7/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
const pdf = await getDocumentProxy(new TextEncoder().encode(file), { verbosity: 0 })
const layers = await pdf.getOptionalContentConfig()
console.log(JSON.stringify([layers.isVisible({ type: 'OCG', id: '5R' }), (await extractText(pdf)).text]))
SCRIPT
seen=$(node check.mjs)
expected='[false,["Shown\nhidden texthidden form"]]'
printf '%s\n' "unpdf@1.8.1: is the layer visible, text of the page: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
