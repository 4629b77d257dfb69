#!/bin/sh
# numfmt 4.0.1 does not follow what a number format says of calendar and grammar: with [$-107041E] (Thai, calendar 7) Excel shows 2569, with [$-404]e the year 115 of Taiwan, with [$-ja-JP-x-gannen]ggge 令和8 and with [$-ru-RU-x-genlower] марта, which is what its own dialog writes in these languages. numfmt shows 2026 in each, drops the era, and has the month in English. Only the code bbbb gives it a Buddhist year.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent numfmt@4.0.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { format } from 'numfmt'

const FIRST_OF_MARCH_2026 = 46082
const formats = ['[$-107041E]d mmm yyyy', '[$-41E]d mmm bbbb', '[$-404]e/m/d', '[$-ja-JP-x-gannen]ggge"年"m"月"', '[$-ru-RU]d mmmm', '[$-ru-RU-x-genlower]d mmmm yyyy']
for (const code of formats) console.log(`${code} ${format(code, FIRST_OF_MARCH_2026)}`)
SCRIPT
seen=$(node check.mjs)
expected='[$-107041E]d mmm yyyy 1 มี.ค. 2026
[$-41E]d mmm bbbb 1 มี.ค. 2569
[$-404]e/m/d 2026/3/1
[$-ja-JP-x-gannen]ggge"年"m"月" 2026年3月
[$-ru-RU]d mmmm 1 Март
[$-ru-RU-x-genlower]d mmmm yyyy 1 March 2026'
printf '%s\n' "numfmt@4.0.1" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
