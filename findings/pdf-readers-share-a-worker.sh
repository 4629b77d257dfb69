#!/bin/sh
# PDF.js looks for its worker in a global variable, and a copy of another version that finds it there refuses every document. So in one process of Node the reader that reads first decides: after unpdf 1.8.1 (a bundled 6.1.200) neither pdf-parse 2.4.5 (5.4.296) nor pdfjs-dist 6.5.438 opens a file, and after pdf-parse neither does officeparser 8.1.1 (6.2.108), while unpdf itself reads after either. Which of them fails depends on which document comes first.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent unpdf@1.8.1 pdf-parse@2.4.5 officeparser@8.1.1 pdfjs-dist@6.5.438 pdf-lib@1.17.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'

const letter = await PDFDocument.create()
letter.addPage().drawText('Order 17')
const file = await letter.save()
writeFileSync('letter.pdf', file)
const bytes = () => new Uint8Array(file)
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
    return (await (await parseOffice('letter.pdf')).to('text')).value
  },
  async 'pdfjs-dist'() {
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const page = await (await getDocument({ data: bytes(), verbosity: 0 }).promise).getPage(1)
    return (await page.getTextContent()).items.map(({ str }) => str).join('')
  },
}
const seen = []
for (const name of process.argv.slice(2)) {
  const text = await readers[name]().catch(({ message }) => message.match(/The API version .*/)?.[0] ?? message)
  seen.push(`${name}: ${text.trim()}`)
}
console.log(seen.join(' | '))
process.exit(0)
SCRIPT
{
  node check.mjs unpdf pdf-parse pdfjs-dist
  node check.mjs pdf-parse officeparser unpdf
} 2> /dev/null | tee seen
cat > expected <<'TEXT'
unpdf: Order 17 | pdf-parse: The API version "5.4.296" does not match the Worker version "6.1.200". | pdfjs-dist: The API version "6.5.438" does not match the Worker version "6.1.200".
pdf-parse: Order 17 | officeparser: The API version "6.2.108" does not match the Worker version "5.4.296". | unpdf: Order 17
TEXT
cmp -s seen expected || { printf '%s\n' 'changed, was:' && cat expected; exit 1; }
