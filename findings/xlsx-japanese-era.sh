#!/bin/sh
# xlsx (SheetJS) 0.18.5 shows the letters of an era in a Japanese date format: Excel and LibreOffice show 令和8年3月1日.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent xlsx@0.18.5 > /dev/null
cat > check.mjs <<'SCRIPT'
import XLSX from 'xlsx'
console.log(XLSX.SSF.format('[$-411]ggge"年"m"月"d"日"', 46082))
SCRIPT
seen=$(node check.mjs)
expected='ggg2026年3月1日'
printf '%s\n' "xlsx@0.18.5: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
