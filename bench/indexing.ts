// How many documents a second go the whole way from their upload to "Indexed", and how long the API takes for others
// meanwhile. On PGlite, everything in one process; there is no floor for the first, and the idle API is that for the second.
import { createOrganization } from '#features/organizations/create-organization.ts'
import { pdf, wordDocument } from '#testing/files/office-files.ts'
import { load } from './lib/load.ts'
import { openApp } from './lib/open-app.ts'
import { topicalTexts } from './lib/texts.ts'

const count = Number(process.argv[2] ?? 300)
const app = await openApp()
const { ctx, url } = app
const texts = topicalTexts()

const user = await app.newUser('somebody')
const organization = await createOrganization(ctx, { name: 'An organization', owner_id: user.id })
const cookie = await app.cookieOf(user.id)
const base = `/api/organizations/${organization.id}/storage`

const whoami = () =>
  load(url, () => ({ method: 'GET', path: '/api/init/whoami', headers: { cookie } }), { clients: 1, seconds: 5 })
await whoami()
const idle = await whoami()
console.log(`the API alone: p50 ${idle.p50.toFixed(1)} ms  p99 ${idle.p99.toFixed(1)} ms`)

const kinds: [string, string, (at: number) => Promise<Buffer> | Buffer][] = [
  ['small text files', 'md', () => Buffer.from(texts.passage())],
  ['text files of 50 kB', 'md', () => Buffer.from(Array.from({ length: 65 }, texts.passage).join('\n'))],
  ['PDFs of ten pages', 'pdf', () => pdf(Array.from({ length: 10 }, texts.passage))],
  ['Word documents of ten paragraphs', 'docx', () => wordDocument(Array.from({ length: 10 }, texts.passage))],
]
for (const [kind, extension, make] of kinds) {
  const files = kind.startsWith('small') ? count : Math.ceil(count / 6)
  const begun = performance.now()
  for (let at = 0; at < files; at++) await upload(`${kind} ${at}.${extension}`, await make(at))
  const uploaded = performance.now()
  let busy: Awaited<ReturnType<typeof whoami>> | null = null
  while ((await waiting()) > 0) busy = await whoamiBriefly()
  const took = (performance.now() - begun) / 1000
  const meanwhile = busy
    ? `the API meanwhile p50 ${busy.p50.toFixed(1)} ms  p99 ${busy.p99.toFixed(1)} ms (×${(busy.p99 / idle.p99).toFixed(1)})`
    : 'done with the last upload'
  console.log(
    `${files} ${kind}: ${(files / took).toFixed(1)} a second, uploads alone ${((files / (uploaded - begun)) * 1000).toFixed(1)}; ${meanwhile}`,
  )
}
await app.close()

function whoamiBriefly() {
  return load(url, () => ({ method: 'GET', path: '/api/init/whoami', headers: { cookie } }), { clients: 1, seconds: 1 })
}

async function upload(name: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${url}${base}/upload`, { method: 'POST', headers: { cookie }, body: form })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

async function waiting(): Promise<number> {
  const { rows } = await ctx.db.$client.query(
    `select count(*)::int as count from storage_documents where state in ('queued', 'indexing')`,
  )
  return (rows[0] as { count: number }).count
}
