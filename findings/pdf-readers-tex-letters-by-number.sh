#!/bin/sh
# pdfTeX names the letters of its fonts of pictures (Type 3) by their number, a207 for number 207, and gives no table of characters. unpdf 1.8.1, pdf-parse 2.4.5 and officeparser 8.1.1 take the number for one of Latin-1, so that all Russian of such a document (T2A) is letters like those of French, Croatian (T1) has a pound sign for its c with a hacek, and ligatures are control characters. So does pdftotext 22.12. That all names of a font are "a" and their own number tells it; which of TeX's encodings it is, which numbers it has and how many are above 191.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 pdf-parse@2.4.5 officeparser@8.1.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { writeFileSync } from 'node:fs'

const stream = (content) => `<</Length ${content.length}>>stream\n${content}\nendstream`
// What TeX writes for the Russian word of greeting, and for "uobičajen" and "definira" in Croatian.
const content = 'BT /F1 10 Tf 50 700 Td (\\317\\360\\350\\342\\345\\362 uobi\\243ajen de\\034nira) Tj ET'
const codes = [...new Set('\xcf\xf0\xe8\xe2\xe5\xf2 uobi\xa3ajendra\x1c')].map((letter) => letter.charCodeAt(0)).sort((a, b) => a - b)
const names = codes.map((code) => `${code}/a${code}`).join(' ')
const procedures = codes.map((code) => `/a${code} 6 0 R`).join('')
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
  stream(content),
  `<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 500 700]/Resources<<>>/FirstChar 0/LastChar 255/Widths[${'500 '.repeat(256)}]/Encoding<</Type/Encoding/Differences[${names}]>>/CharProcs<<${procedures}>>>>`,
  stream('500 0 0 0 500 700 d1 0 0 400 700 re f'),
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
text="$(printf 'Ïðèâåò uobi£ajen de\034nira') cf f0 e8 e2 e5 f2 20 75 6f 62 69 a3 61 6a 65 6e 20 64 65 1c 6e 69 72 61"
printf '%s\n' "unpdf: $text" "pdf-parse: $text" "officeparser: $text" > expected
cmp -s seen expected || { printf '%s\n' 'changed, was:' && cat expected; exit 1; }
