#!/bin/sh
# mammoth 1.13.0 joins raised text to the number before it: 10⁶ of a document by docx 9.15.2 reads 106 as plain text.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent mammoth@1.13.0 docx@9.15.2 > /dev/null
cat > check.mjs <<'SCRIPT'
import { Document, Packer, Paragraph, TextRun } from 'docx'
import mammoth from 'mammoth'
const children = [new TextRun('10'), new TextRun({ text: '6', superScript: true }), new TextRun(' cells')]
const buffer = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph({ children })] }] }))
const { value: html } = await mammoth.convertToHtml({ buffer })
const { value: text } = await mammoth.extractRawText({ buffer })
console.log(`${html} ${text.trim()}`)
SCRIPT
seen=$(node check.mjs)
expected='<p>10<sup>6</sup> cells</p> 106 cells'
printf '%s\n' "mammoth@1.13.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
