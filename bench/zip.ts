// A folder of 1,000 files of 16 kB as a zip, against the library yazl over as many files of a bare folder. Goal: at least
// 0.8 times its speed.
import { randomBytes } from 'node:crypto'
import { startChild } from './lib/children.ts'
import { compare } from './lib/compare.ts'
import { form, formHeaders } from './lib/forms.ts'
import { load } from './lib/load.ts'
import { openStage } from './lib/stage.ts'

const FILES = 1000
const seconds = Number(process.argv[2] ?? 4)
await using stage = await openStage()
const bare = await startChild<{ url: string }>('bench/servers/bare-files.ts')
const { url, key, cookie, organization_id } = stage.alongside.ready
const headers = { ...formHeaders, authorization: `Bearer ${key}` }

for (let n = 0; n < FILES; n++) {
  const body = new Uint8Array(form(`${n}.txt`, randomBytes(16 * 1024)))
  const sent = [
    await fetch(`${url}/api/private/storage/upload`, { method: 'POST', headers, body }),
    await fetch(`${bare.ready.url}/upload`, { method: 'POST', headers: formHeaders, body }),
  ]
  for (const response of sent) if (!response.ok) throw new Error(await response.text())
}
const path = `/api/organizations/${organization_id}/storage/download?path=/`
for (const clients of [1, 4]) {
  await compare(
    `a zip of ${FILES} files of 16 kB, ${clients} at once`,
    3,
    () => load(url, () => ({ method: 'GET', path, headers: { cookie } }), { clients, seconds }),
    () => load(bare.ready.url, () => ({ method: 'GET', path: '/zip' }), { clients, seconds }),
  )
}
await bare.stop()
