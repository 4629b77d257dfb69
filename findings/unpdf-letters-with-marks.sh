#!/bin/sh
# unpdf 1.8.1 (PDF.js 6.1.200) takes a glyph for a letter and a mark, such as a half letter of Hindi (la and virama), for a mark alone, which belongs to the letter before it: it becomes a part of the text before, however far away, and has no width, so that a space comes between it and the rest of its word. A glyph for the letter alone stays with its word. Chromium prints Hindi with such glyphs. pdfjs-dist 6.5.438 and pdftotext 22.12 read the words whole.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 pdfjs-dist@6.5.438 > /dev/null
cat > check.mjs <<'SCRIPT'
const stream = (content) => `<</Length ${content.length}>>stream\n${content}\nendstream`
const map = '3 beginbfchar <41><0932094D> <42><092F> <43><0932> endbfchar'
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
  stream('BT /F1 10 Tf 50 700 Td (B) Tj 70 0 Td (A) Tj 6.67 0 Td (B) Tj -76.67 -20 Td (B) Tj 70 0 Td (C) Tj 6.67 0 Td (B) Tj ET'),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
  stream(`/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/D def 1 begincodespacerange <00><FF> endcodespacerange ${map} endcmap end end`),
]
let file = '%PDF-1.5\n'
const table = objects.map((object, at) => {
  const offset = file.length
  file += `${at + 1} 0 obj\n${object}\nendobj\n`
  return `${String(offset).padStart(10, '0')} 00000 n \n`
})
file += `xref\n0 7\n0000000000 65535 f \n${table.join('')}trailer<</Size 7/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
// One of them for each process, because they share a worker.
const readers = {
  async unpdf(data) {
    const { getDocumentProxy } = await import('unpdf')
    return getDocumentProxy(data, { verbosity: 0 })
  },
  async 'pdfjs-dist'(data) {
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    return getDocument({ data, verbosity: 0 }).promise
  },
}
const name = process.argv[2]
const page = await (await readers[name](new TextEncoder().encode(file))).getPage(1)
const { items } = await page.getTextContent()
const lines = items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('').trim().split('\n')
const codes = (line) => [...line].map((letter) => (letter === ' ' ? 'space' : letter.codePointAt(0).toString(16))).join(' ')
console.log(`${name}: ${lines.map(codes).join(' | ')}`)
process.exit(0)
SCRIPT
seen=$(node check.mjs unpdf 2> /dev/null; node check.mjs pdfjs-dist 2> /dev/null)
expected='unpdf: 92f 932 94d space 92f | 92f space 932 92f
pdfjs-dist: 92f space 932 94d 92f | 92f space 932 92f'
printf '%s\n' "Letters of two words in each of two lines, with a half letter in the first line:" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was:" "$expected"; exit 1; }
