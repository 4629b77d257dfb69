import { expect, test } from 'vitest'
import { messages } from '#features/conversations/table.ts'
import { startTestApp } from '#testing/app.ts'
import { savedMessage, seedForProcess } from '#testing/servers/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/servers/server-process.ts'

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
