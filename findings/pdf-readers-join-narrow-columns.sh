#!/bin/sh
# PDF.js joins texts of one line that are up to 0.6 of a letter apart, and has no option for it (unpdf 1.8.1 with PDF.js 6.1.200, pdfjs-dist 6.5.438). pdfkit 0.20.2 draws a table with 2.5 points around its cells: a number that ends at the right edge of its column becomes one text with the word at the left edge of the next one, without the place of either, so that no reader of these texts can tell the two columns. In a row whose number is missing the word is a text by itself. With 3 points at the same size, 9, they are two texts.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent pdfkit@0.20.2 unpdf@1.8.1 pdfjs-dist@6.5.438 > /dev/null
cat > check.mjs <<'SCRIPT'
import PDFDocument from 'pdfkit'

const print = (padding) =>
  new Promise((resolve) => {
    const document = new PDFDocument()
    const pieces = []
    document.on('data', (piece) => pieces.push(piece)).on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
    const columnStyles = [{ width: 60, align: { x: 'right', y: 'top' } }, { width: 120 }]
    document.fontSize(9).table({ columnStyles, defaultStyle: { border: 0, padding }, data: [['744.90', 'Weekdays'], ['', 'Closed']] })
    document.end()
  })
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
for (const padding of [2.5, 3]) {
  const page = await (await readers[name](await print(padding))).getPage(1)
  const { items } = await page.getTextContent()
  console.log(`${name}, ${padding} points: ${items.map(({ str }) => str).filter((text) => text.trim() !== '').join(' | ')}`)
}
process.exit(0)
SCRIPT
seen=$(node check.mjs unpdf 2> /dev/null; node check.mjs pdfjs-dist 2> /dev/null)
expected='unpdf, 2.5 points: 744.90 Weekdays | Closed
unpdf, 3 points: 744.90 | Weekdays | Closed
pdfjs-dist, 2.5 points: 744.90 Weekdays | Closed
pdfjs-dist, 3 points: 744.90 | Weekdays | Closed'
printf '%s\n' "Texts of a table of pdfkit, by reader and space around its cells:" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was:" "$expected"; exit 1; }
