import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { startTestApp, testDirectory } from '#testing/app.ts'
import { savedMessage, seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

test('asked to stop, a server refuses new work, lets every answer end, and leaves with 0', async () => {
  const { promise: isStopping, resolve: goOn } = Promise.withResolvers<void>()
  await using seeded = await seedForProcess(() => ({ chunks: ['abc', 'def'], until: isStopping }))
  // The second message finds its organization's share taken, and is answered by way of the queue.
  const server = spawnServer({ ...seeded.env, RUN_CONCURRENCY: '2' })
  const client = await server.withKey(seeded.private_key)
  let answered = false
  const waiting = client.post(seeded.path, savedMessage('waited for', false)).finally(() => {
    answered = true
  })
  expect((await client.post(seeded.path, savedMessage('left alone', true))).status).toBe(200)
  await expect.poll(() => seeded.vendor.requests.length).toBe(2)

  const ended = server.kill('SIGTERM')
  const asked = () =>
    client.get('/health').then(
      ({ status }) => status,
      () => 'refused',
    )
  await expect.poll(asked).not.toBe(200)
  expect(answered).toBe(false)
  goOn()
  expect(await waiting).toMatchObject({ status: 200, body: { data: { message: 'abcdef' } } })
  expect(await ended).toEqual({ code: 0, stderr: '' })
  expect(seeded.vendor.requests.length).toBe(2)

  const app = await startTestApp({ env: seeded.env, parts: ['web'] })
  const rows = await app.ctx.db.select().from(messages)
  await app.close()
  expect(rows.filter(({ role }) => role === 'ai').map(({ status, content }) => [status, content])).toEqual([
    ['completed', 'abcdef'],
    ['completed', 'abcdef'],
  ])
})

test('an answer that does not end is given up when the grace is over, and the next process takes it up again', async () => {
  let asked = 0
  await using seeded = await seedForProcess(() => (asked++ === 0 ? { fault: 'hang' } : { chunks: ['at last'] }))
  const env = { ...seeded.env, LOG_LEVEL: 'info' }
  const first = spawnServer({ ...env, SHUTDOWN_GRACE: '1' })
  const sender = await first.withKey(seeded.private_key)
  const { body } = await sender.post(seeded.path, savedMessage('never answered', true))
  await expect.poll(() => asked).toBe(1)

  const since = performance.now()
  expect(await first.kill('SIGTERM')).toEqual({ code: 1, stderr: '' })
  expect(performance.now() - since).toBeGreaterThan(900)
  expect(first.complaints).toEqual([])

  const client = await spawnServer(env).withKey(seeded.private_key)
  const shown = async () => (await client.get(`/api/private/workflow/run/${body.data.runId}`)).body.data.status
  await expect.poll(shown).toBe('completed')
  expect(asked).toBe(2)
})

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

test.runIf(postgresUrl)('two processes on one database execute every run once between them', async () => {
  await using seeded = await seedForProcess(() => ({ chunks: ['yes'], delay_ms: 30 }))
  const env = { ...seeded.env, RUN_CONCURRENCY: '2' }
  const servers = [spawnServer(env), spawnServer(env)]
  const clients = await Promise.all(servers.map((server) => server.withKey(seeded.private_key)))
  const names = Array.from({ length: 50 }, (_, index) => `m${index}`)
  const accepted = await Promise.all(
    names.map((name, index) => clients[index % 2]?.post(seeded.path, savedMessage(name, true))),
  )
  const ids: string[] = accepted.map((answer) => answer?.body.data.runId)
  const statuses = async () => {
    const shown = await Promise.all(ids.map((id) => clients[0]?.get(`/api/private/workflow/run/${id}`)))
    return [...new Set(shown.map((answer) => answer?.body.data.status))]
  }
  await expect.poll(statuses, { interval: 250 }).toEqual(['completed'])
  expect(seeded.vendor.requests.length).toBe(50)
  await Promise.all(servers.map((server) => server.kill('SIGTERM')))
})

test('a fresh production server prints how to begin, and prints it no more once someone is there', async () => {
  const env = {
    NODE_ENV: 'production',
    BASE_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 'cd'.repeat(32),
    DATA_DIR: testDirectory('migrated'),
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
