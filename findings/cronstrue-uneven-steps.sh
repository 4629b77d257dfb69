#!/bin/sh
# cronstrue 3.39.0 describes a step that does not divide its hour, day or year as an even interval: it says “Every 40 minutes” of
# `*/40`, which croner 11.0.1 runs after 40 and 20 minutes in turn, and “every 5 hours” of `*/5`, whose last interval is 4 hours.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent cronstrue@3.39.0 croner@11.0.1 > /dev/null
cat > check.mjs <<'SCRIPT'
import { Cron } from 'croner'
import cronstrue from 'cronstrue'
for (const cron of ['*/40 * * * *', '0 */5 * * *']) {
  const times = new Cron(cron, { timezone: 'UTC', paused: true }).nextRuns(7, new Date('2026-01-01T00:00:00Z'))
  const minutes = times.slice(1).map((time, index) => (time - times[index]) / 60_000)
  console.log(`${cronstrue.toString(cron)}: ${[...new Set(minutes)].join(' and ')} minutes`)
}
SCRIPT
seen=$(node check.mjs)
expected='Every 40 minutes: 20 and 40 minutes
On the hour, every 5 hours: 300 and 240 minutes'
printf '%s\n' "cronstrue@3.39.0, croner@11.0.1: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
