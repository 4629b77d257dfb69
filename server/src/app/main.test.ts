import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedDirectory, startTestApp } from '#testing/app.ts'
import { freePort } from '#testing/servers/free-port.ts'
import { spawnServer } from '#testing/servers/server-process.ts'
import { scratchDirectory } from '#testing/suite/scratch.ts'

// What a server prints for its operator. Each is on the embedded database, also where the other tests are on PostgreSQL.

test('a second process on the same data directory is refused in a sentence', async () => {
  const app = await startTestApp({ env: { DATABASE_URL: '' } })
  const { code, stderr } = await spawnServer({ DATA_DIR: app.config.DATA_DIR }).ended
  await app.close()
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Another process already uses the database in \S+\. Stop it first, or set DATA_DIR\.\n$/)
})

test('each problem of an invalid configuration is reported in a sentence', async () => {
  const { code, stderr } = await spawnServer({ NODE_ENV: 'production', TZ: 'Europe/Berlin', PORT: 'many' }).ended
  expect(code).toBe(1)
  expect(stderr).not.toMatch(/^\s+at /m)
  for (const name of ['PORT', 'TZ', 'ENCRYPTION_KEY', 'SESSION_SECRET', 'BASE_URL']) expect(stderr).toContain(name)
})

test('a database or a Redis that cannot be used is named in a sentence with its reason, and without its password', async () => {
  const nobody = `127.0.0.1:${await freePort()}`
  const refused: [Record<string, string>, RegExp][] = [
    [
      { DATABASE_URL: `postgres://us:hidden@${nobody}/x` },
      /^The database at DATABASE_URL cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/,
    ],
    [{ DATABASE_URL: 'postgres://us:hid/den#@127.0.0.1/x' }, /\n {2}DATABASE_URL must be an address[^\n]+encoded\n$/],
    [
      { REDIS_URL: `redis://:hidden@${nobody}`, DATA_DIR: embeddedDirectory('migrated') },
      /^Redis at REDIS_URL cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/,
    ],
  ]
  for (const [env, sentence] of refused) {
    const { code, stderr } = await spawnServer(env).ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
    expect(stderr).not.toContain('hid')
  }
})

test('a data directory or an embedded database that cannot be opened is named in a sentence', async () => {
  const damaged = scratchDirectory()
  mkdirSync(join(damaged, 'pglite'))
  writeFileSync(join(damaged, 'pglite', 'PG_VERSION'), 'none\n')
  const refused: [string, RegExp][] = [
    [join(damaged, 'pglite', 'PG_VERSION'), /^DATA_DIR cannot be used: ENOTDIR[^\n]+\n$/],
    [damaged, /^The database in \S+pglite cannot be opened: [^\n]+; \d+ MB of its disk are free\.\n$/],
  ]
  for (const [DATA_DIR, sentence] of refused) {
    expect(await spawnServer({ DATA_DIR }).ended).toEqual({ code: 1, stderr: expect.stringMatching(sentence) })
  }
})

test('a server that is asked to stop while it starts ends quietly', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const silent = createServer(() => resolve()).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const server = spawnServer({ DATABASE_URL: `postgres://us@127.0.0.1:${port}/x` })
  await asked
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, stderr: '' })
})

test('a fresh production server prints how to begin, and prints it no more once someone is there', async () => {
  const env = {
    NODE_ENV: 'production',
    BASE_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 'cd'.repeat(32),
    DATA_DIR: embeddedDirectory('migrated'),
  }
  const linkOf = (text: string, kind: string) => text.match(new RegExp(`${env.BASE_URL}/${kind}/(\\S+)`))?.[1]
  const server = spawnServer(env)
  const address = await server.address
  await expect.poll(() => linkOf(server.printed(), 'setup')).toBeTruthy()
  const token = linkOf(server.printed(), 'setup')
  const body = JSON.stringify({ name: 'Olga', email: 'olga@company.test', organization: 'Company' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/api/auth/operator-links/${token}/setup`, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toContain('Secure')
  await server.kill('SIGTERM')

  const refused = spawnServer(env, '--setup-link')
  expect(await refused.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('--sign-in-link') })
  const locked = spawnServer(env, '--sign-in-link', 'olga@company.test')
  expect(await locked.ended).toEqual({ code: 0, stderr: '' })
  expect(linkOf(locked.printed(), 'sign-in-link')).toBeTruthy()
  const second = spawnServer(env)
  await second.address
  // Asked as soon as it listens, it still ends what it does.
  expect(await second.kill('SIGTERM')).toEqual({ code: 0, stderr: '' })
  expect(second.printed()).not.toContain('/setup/')
})
