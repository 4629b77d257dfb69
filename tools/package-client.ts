// Writes the manifest beside the compiled contract, so that `npm pack dist/client` makes a package of it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version, license, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const manifest = {
  name: '@alongside/client',
  version,
  license,
  description: 'Calls Alongside by its contract, typed.',
  type: 'module',
  exports: { '.': './client.js', './*': './*.js' },
  // Its types alone; what an endpoint takes is checked by the server.
  dependencies: { zod: dependencies.zod },
}
writeFileSync(join(root, 'dist', 'client', 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
