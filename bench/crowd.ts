// Eight organizations with their worst documents, API documents and code at once, each kind again and again, and what that costs the
// chat of another organization, `/health` and memory. Goals: those of `fair-share`, and a peak of at most 1 GB.
// A part of a kind's name as an argument picks it.
import { readFileSync } from 'node:fs'
import { documentOf, workbookOf } from '#testing/files/office-parts.ts'
import { measureOthers, reportOthers } from './lib/others.ts'
import { openStage } from './lib/stage.ts'

const picked = process.argv[2] ?? ''
const seconds = Number(process.argv[3] ?? 40)
const ORGANIZATIONS = 8
const MEMORY_GOAL_MB = 1024
const DOCUMENT_BYTES = 24 * 2 ** 20

await using stage = await openStage({ organizations: ORGANIZATIONS })
const { url, cookie } = stage.alongside.ready
const json = { 'content-type': 'application/json' }

async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(body) }
  const response = await fetch(`${url}/api${path}`, init)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return (await response.json()) as T
}

const filled = (unit: string, bytes = DOCUMENT_BYTES) => unit.repeat(bytes / Buffer.byteLength(unit))
const cells = filled('<row><c t="inlineStr"><is><t>a</t></is></c><c><v>1</v></c></row>')
const files: [string, Buffer][] = [
  ['paragraphs.docx', await documentOf(filled('<w:p><w:r><w:t>a</w:t></w:r></w:p>'))],
  ['ligatures.docx', await documentOf(filled(`<w:p><w:r><w:t>${'ﷺ'.repeat(1000)}</w:t></w:r></w:p>`))],
  ['runs.docx', await documentOf(`<w:p>${filled('<w:r><w:t>a</w:t></w:r>')}</w:p>`)],
  ['rows.xlsx', await workbookOf({ sheets: { A: `<sheetData>${cells}</sheetData>` } })],
]
const operations = Array.from(
  { length: 1900 },
  (_, n) => `  /p${n}:\n    get:\n      <<: *common\n      operationId: o${n}\n`,
)
const merged = `openapi: 3.0.0\ninfo: {title: T}\nx-common: &common\n${Array.from({ length: 100 }, (_, n) => `    x-${n}: 1\n`).join('')}paths:\n${operations.join('')}`
/** Half of what the sandbox may have, and texts beside its heap. */
const code = 'const a = []; for (let n = 0; n < 3e6; n++) a.push({n}); return a.length'

type Kind = { name: string; work: (organization_id: string, nth: number) => Promise<unknown> }

async function upload(organization_id: string, nth: number): Promise<void> {
  const [name, bytes] = files[nth % files.length] ?? []
  if (!name || !bytes) return
  const form = new FormData()
  form.set('path', '')
  form.set('file', new Blob([new Uint8Array(bytes)]), `${nth % 12} ${name}`)
  const path = `${url}/api/organizations/${organization_id}/storage/upload`
  await fetch(path, { method: 'POST', headers: { cookie }, body: form })
  await new Promise((done) => setTimeout(done, 1000))
}

const workflows = new Map<string, Promise<{ id: string }>>()
async function runCode(organization_id: string): Promise<void> {
  const steps = {
    run: { name: 'run', type: 'run_code', code, next: 'end' },
    end: { name: 'end', type: 'end', result: 1 },
  }
  const at = `/organizations/${organization_id}/workflows`
  const created = workflows.get(at) ?? post<{ id: string }>(at, { name: 'C', flow: { steps }, starting_step_id: 'run' })
  workflows.set(at, created)
  // A start does not wait for its run, and starts without end would be what is measured.
  const { run_id } = await post<{ run_id: string }>(`${at}/${(await created).id}/run`, {})
  const logged = `${url}/api/organizations/${organization_id}/workflows/runs/${run_id}`
  for (;;) {
    await new Promise((done) => setTimeout(done, 250))
    const run = (await (await fetch(logged, { headers: { cookie } })).json()) as { status: string }
    if (!['queued', 'running'].includes(run.status)) return
  }
}

const kinds: Kind[] = [
  { name: 'documents', work: upload },
  {
    name: 'API documents',
    work: (id: string) => post(`/organizations/${id}/mcps/openapi`, { document: merged }).catch(() => undefined),
  },
  { name: 'code', work: runCode },
].filter(({ name }) => name.includes(picked))

/** The most that was resident of the server since the last time. */
const peakMb = () =>
  Number(readFileSync(`/proc/${stage.alongside.pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/)?.[1]) / 1024

await measureOthers(stage.alongside.ready, 5000)
const idle = await measureOthers(stage.alongside.ready, 10_000)
const before = peakMb()
const until = Date.now() + seconds * 1000
const refused = new Map<string, number>()
const working = stage.alongside.ready.organization_ids.flatMap((id) =>
  kinds.map(async ({ work }) => {
    for (let nth = 0; Date.now() < until; nth++) {
      await work(id, nth).catch((error: unknown) => {
        const reason = String(error)
          .replaceAll(/[0-9a-f-]{36}/g, '')
          .slice(0, 90)
        refused.set(reason, (refused.get(reason) ?? 0) + 1)
      })
    }
  }),
)
const busy = await measureOthers(stage.alongside.ready, (seconds - 3) * 1000)
const peak = peakMb()
await Promise.all(working)
for (const [reason, count] of refused) console.log(`${count} × ${reason}`)
const isMet = reportOthers(`${ORGANIZATIONS} organizations: ${kinds.map(({ name }) => name).join(', ')}`, {
  idle,
  busy,
})
const mark = peak <= MEMORY_GOAL_MB ? 'ok' : 'MISS'
console.log(`  ${mark}    peak ${peak.toFixed(0)} MB (goal ${MEMORY_GOAL_MB}), ${before.toFixed(0)} MB before\n`)
process.exitCode = isMet && peak <= MEMORY_GOAL_MB ? 0 : 1
