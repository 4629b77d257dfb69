#!/bin/sh
# @microsoft/teams.apps 2.1.0 verifies the token of an activity without the endorsements of its key, takes the keys from beside the OpenID metadata without reading it, and accepts the audience api://botid-<id>.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @microsoft/teams.apps@2.1.0 @microsoft/teams.api@2.1.0 jose@6.2.17 > /dev/null
cat > check.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { cloudFromName, withOverrides } from '@microsoft/teams.api'
import { App } from '@microsoft/teams.apps'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const { publicKey, privateKey } = await generateKeyPair('RS256')
const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig', endorsements: ['webchat'] }]
const asked = []
const server = createServer((request, response) => {
  asked.push(request.url)
  response.end(request.url === '/v1/keys' ? JSON.stringify({ keys }) : '{}')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`
const silent = new Proxy({}, { get: () => () => silent })
const cloud = withOverrides(cloudFromName('Public'), { openIdMetadataUrl: `${url}/v1/openidconfiguration` })
const app = new App({ clientId: 'app', tenantId: 'tenant', token: async () => 'x', cloud, logger: silent })
await app.initialize?.()
const port = 20_000 + Math.floor(Math.random() * 10_000)
await app.start(port)
async function statusWith(audience) {
  const token = await new SignJWT({ serviceurl: url }).setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer('https://api.botframework.com').setAudience(audience).setExpirationTime('1h').sign(privateKey)
  const activity = { type: 'event', channelId: 'msteams', serviceUrl: url, from: { id: 'a' }, recipient: { id: 'b' }, conversation: { id: 'c' } }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await fetch(`http://127.0.0.1:${port}/api/messages`, { method: 'POST', headers, body: JSON.stringify(activity) })).status
}
const statuses = [await statusWith('app'), await statusWith('api://botid-app'), await statusWith('other')]
console.log(`not endorsed ${statuses[0]}, api://botid- ${statuses[1]}, other ${statuses[2]}, asked for ${[...new Set(asked)]}`)
process.exit(0)
SCRIPT
seen=$(node check.mjs)
expected='not endorsed 200, api://botid- 200, other 401, asked for /v1/keys'
printf '%s\n' "@microsoft/teams.apps@2.1.0: $seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
