#!/bin/sh
# exceljs 4.4.0 writes a text that looks like an escape of OOXML without escaping its underscore, so that it is read back as another text: _x0041_ becomes A.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent exceljs@4.4.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import ExcelJS from 'exceljs'
const book = new ExcelJS.Workbook()
book.addWorksheet('S').getCell('A1').value = 'part_x0041_b'
const again = new ExcelJS.Workbook()
await again.xlsx.load(await book.xlsx.writeBuffer())
console.log(again.getWorksheet('S').getCell('A1').value)
SCRIPT
seen=$(node check.mjs)
expected='partAb'
printf '%s\n' "exceljs@4.4.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
