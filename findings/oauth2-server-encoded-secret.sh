#!/bin/sh
# @node-oauth/oauth2-server 5.3.0 compares the client's name and password of the Authorization header as they were sent, without the decoding of RFC 6749, 2.3.1, and openid-client 6.9.0 also encodes signs that need none there, such as - _ . ~. So a client whose name or secret has a hyphen is refused with "invalid_client", though both sides have the same values; with letters and digits alone, or with the secret in the form (ClientSecretPost), it is accepted.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent @node-oauth/oauth2-server@5.3.0 openid-client@6.9.0 > /dev/null 2>&1
cat > check.mjs <<'SCRIPT'
import { createServer } from 'node:http'
import OAuth2Server from '@node-oauth/oauth2-server'
import * as openid from 'openid-client'

const clients = { plain: 'secret1', 'web-app': 'secret-1' }
const model = {
  getClient: (id, secret) => clients[id] === secret && { id, grants: ['client_credentials'] },
  getUserFromClient: ({ id }) => ({ id }),
  saveToken: (token, client, user) => ({ ...token, client, user }),
}
const oauth = new OAuth2Server({ model })
const server = createServer(async (request, response) => {
  const chunks = await request.toArray()
  const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
  const asked = new OAuth2Server.Request({ headers: request.headers, method: 'POST', query: {}, body })
  const answered = new OAuth2Server.Response({})
  await oauth.token(asked, answered).catch(() => undefined)
  response.writeHead(answered.status, { 'content-type': 'application/json' }).end(JSON.stringify(answered.body))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${server.address().port}`
for (const method of ['ClientSecretBasic', 'ClientSecretPost'])
  for (const [id, secret] of Object.entries(clients)) {
    const configuration = new openid.Configuration({ issuer, token_endpoint: `${issuer}/token` }, id, secret, openid[method](secret))
    openid.allowInsecureRequests(configuration)
    const outcome = await openid.clientCredentialsGrant(configuration).then(({ token_type }) => token_type, ({ error, code }) => error ?? code)
    console.log(method, id, outcome)
  }
server.close()
SCRIPT
seen=$(node check.mjs 2>/dev/null)
expected='ClientSecretBasic plain bearer
ClientSecretBasic web-app invalid_client
ClientSecretPost plain bearer
ClientSecretPost web-app bearer'
printf '%s\n' "@node-oauth/oauth2-server@5.3.0 openid-client@6.9.0:" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
