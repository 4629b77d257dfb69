#!/bin/sh
# LaTeX's default fonts (OT1) have no accented letters: the file draws an accent, goes back, and draws a letter under it. unpdf 1.8.1, pdf-parse 2.4.5 and officeparser 8.1.1, all by PDF.js, give the accent as a character of its own in front of the letter, so that no name with an accent is found in such papers. Where the pieces lie tells it: a typed accent ends where the next letter begins, this one reaches over it. pdftotext 22.12 reads Müller, métro, École.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 pdf-parse@2.4.5 officeparser@8.1.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { writeFileSync } from 'node:fs'

const content = [
  'BT /F1 10 Tf 50 700 Td [(M\\310)444(uller, m\\302)444(etro, )] TJ ET',
  'BT /F1 10 Tf 114 702.5 Td (\\302) Tj ET BT /F1 10 Tf 112.4 700 Td (Ecole) Tj ET',
].join('\n')
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
  `<</Length ${content.length}>>stream\n${content}\nendstream`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]
let file = '%PDF-1.5\n'
const table = objects.map((object, at) => {
  const offset = file.length
  file += `${at + 1} 0 obj\n${object}\nendobj\n`
  return `${String(offset).padStart(10, '0')} 00000 n \n`
})
file += `xref\n0 6\n0000000000 65535 f \n${table.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
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
console.log(`${reader}: ${JSON.stringify((await readers[reader]()).trim())}`)
process.exit(0)
SCRIPT
for reader in unpdf pdf-parse officeparser; do node check.mjs "$reader"; done | tee seen
text='"M¨uller, m´etro, ´Ecole"'
printf '%s\n' "unpdf: $text" "pdf-parse: $text" "officeparser: $text" > expected
cmp -s seen expected || { printf '%s\n' 'changed, was:' && cat expected; exit 1; }
