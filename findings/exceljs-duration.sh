#!/bin/sh
# exceljs 4.4.0 reads a duration (36 hours, format [h]:mm) as a date of 1899 instead of a number or a duration.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent exceljs@4.4.0 > /dev/null
cat > check.mjs <<'SCRIPT'
import ExcelJS from 'exceljs'
const book = new ExcelJS.Workbook()
const cell = book.addWorksheet('S').getCell('A1')
cell.value = 1.5
cell.numFmt = '[h]:mm'
const again = new ExcelJS.Workbook()
await again.xlsx.load(await book.xlsx.writeBuffer())
console.log(JSON.stringify(again.getWorksheet('S').getCell('A1').value))
SCRIPT
seen=$(node check.mjs)
expected='"1899-12-31T12:00:00.000Z"'
printf '%s\n' "exceljs@4.4.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
