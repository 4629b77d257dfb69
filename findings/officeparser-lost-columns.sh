#!/bin/sh
# officeparser 8.1.1 leaves empty cells of a sheet out of its text, so that a value moves under another heading; its CSV keeps them. Number formats are not applied: 15% reads 0.15.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent officeparser@8.1.1 xlsx@0.18.5 > /dev/null
cat > check.mjs <<'SCRIPT'
import { OfficeParser } from 'officeparser'
import XLSX from 'xlsx'
const sheet = XLSX.utils.aoa_to_sheet([['a', 'b', 'c'], ['x', null, 0.15]])
sheet.C2.z = '0%'
const book = XLSX.utils.book_new()
XLSX.utils.book_append_sheet(book, sheet, 'S')
const ast = await OfficeParser.parseOffice(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }), { fileType: 'xlsx' })
console.log(JSON.stringify([(await ast.to('text')).value, (await ast.to('csv')).value]))
SCRIPT
seen=$(node check.mjs)
expected='["a\tb\tc\nx\t0.15","a,b,c\nx,,0.15\n"]'
printf '%s\n' "officeparser@8.1.1 xlsx@0.18.5: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
