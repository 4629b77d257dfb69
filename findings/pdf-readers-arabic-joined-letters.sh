#!/bin/sh
# PDF.js replaces joined letters, such as U+FC6A for the last two of the Persian word akbar, by their letters before it turns a text that runs from right to left, so that these letters change places: the word reads akrb. So do unpdf 1.8.1, pdf-parse 2.4.5 and officeparser 8.1.1. With disableNormalization the joined letter stays, and replacing it afterwards gives the right order. pdftotext 22.12 reads the word right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 pdf-parse@2.4.5 officeparser@8.1.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { writeFileSync } from 'node:fs'

const stream = (content) => `<</Length ${content.length}>>stream\n${content}\nendstream`
const letters =
  '/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CMapName/A def 1 begincodespacerange <00><FF> endcodespacerange 3 beginbfchar <41><FC6A> <42><FB90> <43><0627> endbfchar endcmap end end'
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
  // With the last letter on the left.
  stream('BT /F1 10 Tf 300 700 Td (ABC) Tj ET'),
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
  stream(letters),
]
let file = '%PDF-1.5\n'
const table = objects.map((object, at) => {
  const offset = file.length
  file += `${at + 1} 0 obj\n${object}\nendobj\n`
  return `${String(offset).padStart(10, '0')} 00000 n \n`
})
file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
const bytes = () => new TextEncoder().encode(file)
// A process each, because two versions of PDF.js in one disturb each other.
const readers = {
  async unpdf() {
    const { extractText, getDocumentProxy } = await import('unpdf')
    return (await extractText(await getDocumentProxy(bytes(), { verbosity: 0 }))).text[0]
  },
  async 'pdf-parse'() {
    const { PDFParse } = await import('pdf-parse')
    return (await new PDFParse({ data: bytes() }).getText()).pages[0].text
  },
  async officeparser() {
    const { parseOffice } = await import('officeparser')
    writeFileSync('letter.pdf', file)
    return (await (await parseOffice('letter.pdf')).to('text')).value
  },
}
const reader = process.argv[2]
const text = (await readers[reader]()).trim()
console.log(`${reader}: ${text} ${[...text].map((letter) => letter.codePointAt(0).toString(16)).join(' ')}`)
process.exit(0)
SCRIPT
for reader in unpdf pdf-parse officeparser; do node check.mjs "$reader"; done 2> /dev/null | tee seen
text='اکرب 627 6a9 631 628'
printf '%s\n' "unpdf: $text" "pdf-parse: $text" "officeparser: $text" > expected
cmp -s seen expected || { printf '%s\n' 'changed, was:' && cat expected; exit 1; }
