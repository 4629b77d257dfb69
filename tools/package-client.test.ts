import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'alongside-integrator-'))

/** An integrator's project that has installed the package. */
beforeAll(async () => {
  await run(process.execPath, ['tools/tasks.ts', 'client'], { cwd: root })
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, '@alongside'), { recursive: true })
  symlinkSync(join(root, 'dist', 'client'), join(modules, '@alongside', 'client'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const program = `
import { ApiError, createClient } from '@alongside/client'
import * as storage from '@alongside/client/paths/private-storage'

const [baseUrl = '', privateKey = ''] = process.argv.slice(2)
const client = createClient({ baseUrl, privateKey })
const folder = await client.call(storage.createStorageFolder, { body: { name: 'Invoices' } })
const form = new FormData()
form.set('path', folder.data.path)
form.set('file', new Blob(['paid']), 'may.txt')
const file = await client.call(storage.uploadStorageFile, { body: form })
const bytes = await client.download(storage.downloadStorageFile, { query: { path: file.data.path } })
const listed = await client.call(storage.listStorageFolder, { query: { path: 'Invoices' } })
const code = await client.call(storage.createStorageFolder, { body: { name: 'Invoices' } }).then(
  () => '',
  (error) => (error instanceof ApiError ? error.code : String(error)),
)
console.log(JSON.stringify([await bytes.text(), listed.data.map(({ name }) => name), code]))
`

test('an integrator’s program calls the service by the package alone', async () => {
  const app = await testApp()
  const { private_key } = await app.given.organization()
  const file = join(project, 'program.js')
  writeFileSync(file, program)
  const { stdout } = await run(process.execPath, [file, app.base_url, private_key])
  expect(JSON.parse(stdout)).toEqual(['paid', ['may.txt'], 'STORAGE_PATH_CONFLICT'])
})

test('its types refuse what the service would refuse', async () => {
  writeFileSync(join(project, 'program.ts'), program)
  const wrong = [
    "await client.call(storage.createStorageFolder, { body: { title: 'Invoices' } })",
    'await client.call(storage.createStorageFolder)',
    "await client.call('GET /api/private/nowhere')",
    'folder.data.color',
  ]
  const planted = wrong.map((line) => `// @ts-expect-error\n${line}`).join('\n')
  writeFileSync(join(project, 'wrong.ts'), `${program}\n${planted}\n`)
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  await expect(run(tsc, [...flags, ...types, 'program.ts', 'wrong.ts'], { cwd: project })).resolves.toBeTruthy()
})
