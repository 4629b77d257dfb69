#!/bin/sh
# ldapjs 3.0.7: a server leaves out of an entry each attribute that was asked for with a capital letter, such as displayName or entryUUID, because it compares the names that it has in lower case with those of the request as they are. Asked for in lower case, the attribute is sent. Names of attributes have no case in LDAP (RFC 4512, 2.5). The client is ldapts 9.2.0.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent ldapjs@3.0.7 ldapts@9.2.0 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import ldap from 'ldapjs'
import { Client } from 'ldapts'

const server = ldap.createServer()
server.search('dc=example', (request, response, next) => {
  response.send({ dn: 'uid=ada,dc=example', attributes: { objectClass: ['person'], displayName: 'Ada', mail: 'ada@example.org' } })
  response.end()
  return next()
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const client = new Client({ url: `ldap://127.0.0.1:${server.address().port}` })
for (const attributes of [['displayName', 'mail'], ['displayname', 'mail'], ['*']]) {
  const { searchEntries } = await client.search('dc=example', { filter: '(objectClass=person)', attributes })
  const sent = Object.entries(searchEntries[0]).filter(([name, value]) => name !== 'dn' && value.length > 0)
  console.log(JSON.stringify([attributes, sent.map(([name]) => name)]))
}
await client.unbind()
process.exit(0)
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='[["displayName","mail"],["mail"]]
[["displayname","mail"],["displayName","mail"]]
[["*"],["objectClass","displayName","mail"]]'
printf '%s\n' "ldapjs@3.0.7 ldapts@9.2.0: asked for, sent" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
