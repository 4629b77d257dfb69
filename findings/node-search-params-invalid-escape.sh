#!/bin/sh
# URLSearchParams of Node 24 cuts every letter of a value to its low byte when an escape in the value is not UTF-8: € becomes U+FFFD, 本 a comma. Browsers keep the letters.
set -eu
seen=$(node --print "new URLSearchParams('a=%FF日本').get('a').slice(-1) + ' ' + new URLSearchParams('b=日本').get('b')")
expected=', 日本'
printf '%s\n' "Node $(node --version): $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
