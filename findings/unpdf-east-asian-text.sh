#!/bin/sh
# unpdf 1.8.1 leaves Chinese, Japanese and Korean text out, without an error, where a font names a standard encoding such as GBK-EUC-H, also with pdfjs-dist 6.5.438 installed, from which it says that it takes the character maps: it passes their folder as a file:// URL, and its PDF.js opens that as a path. Given the path by hand, it reads the text.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --omit=optional --silent unpdf@1.8.1 pdfjs-dist@6.5.438 > /dev/null
cat > check.mjs <<'SCRIPT'
import { fileURLToPath } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'

function pdf(encoding, ordering, text) {
  const content = `BT /F1 12 Tf 50 700 Td <${text}> Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/Body/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/Body/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/FontDescriptor 7 0 R>>`,
    '<</Type/FontDescriptor/FontName/Body/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  ]
  let file = '%PDF-1.4\n'
  const table = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 8\n0000000000 65535 f \n${table.join('')}trailer<</Size 8/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
  return new TextEncoder().encode(file + end)
}

const cMapUrl = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')))
for (const file of [['GBK-EUC-H', 'GB1', 'cdcbbbf5'], ['90ms-RKSJ-H', 'Japan1', '95d49569'], ['KSCms-UHC-H', 'Korea1', 'c8afbad2']]) {
  const text = async (options) => (await extractText(await getDocumentProxy(pdf(...file), { verbosity: 0, ...options }), { mergePages: true })).text
  console.log(JSON.stringify([file[0], await text({}), await text({ cMapUrl, cMapPacked: true })]))
}
SCRIPT
seen=$(node check.mjs)
expected='["GBK-EUC-H","","退货"]
["90ms-RKSJ-H","","返品"]
["KSCms-UHC-H","","환불"]'
printf '%s\n' "unpdf@1.8.1 pdfjs-dist@6.5.438: encoding, text, text with the path" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
