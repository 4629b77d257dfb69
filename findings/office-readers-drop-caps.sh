#!/bin/sh
# Word stores a large first letter as a paragraph of its own in a frame (`w:framePr w:dropCap`), before the one that it begins. mammoth 1.13.0 and officeparser 8.1.1 read two paragraphs, so that the first word is not found: `O` and `nce a year`. LibreOffice 7.4 shows `Once a year`. The document is by docx 9.15.2.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent mammoth@1.13.0 officeparser@8.1.1 docx@9.15.2 > /dev/null
cat > check.mjs <<'SCRIPT'
import { Document, DropCapType, FrameAnchorType, Packer, Paragraph, TextRun } from 'docx'
import mammoth from 'mammoth'
import { OfficeParser } from 'officeparser'
const frame = {
  type: 'absolute', position: { x: 0, y: 0 }, width: 600, height: 900, lines: 3, dropCap: DropCapType.DROP,
  anchor: { horizontal: FrameAnchorType.TEXT, vertical: FrameAnchorType.TEXT },
}
const children = [
  new Paragraph({ frame, children: [new TextRun({ text: 'O', size: 112 })] }),
  new Paragraph('nce a year'),
]
const buffer = await Packer.toBuffer(new Document({ sections: [{ children }] }))
console.log(`mammoth: ${(await mammoth.convertToHtml({ buffer })).value}`)
const ast = await OfficeParser.parseOffice(buffer, { fileType: 'docx' })
console.log(`officeparser: ${JSON.stringify((await ast.to('text')).value)}`)
SCRIPT
node check.mjs | tee seen
printf '%s\n' 'mammoth: <p>O</p><p>nce a year</p>' 'officeparser: "O\nnce a year"' > expected
cmp -s seen expected || { printf '%s\n' 'changed, was:' && cat expected; exit 1; }
