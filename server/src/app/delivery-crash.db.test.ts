import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { Client } from '#testing/client.ts'
import { startPostingTarget } from '#testing/doubles/posting-target.ts'
import { seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnProgram } from '#testing/server-process.ts'

const program = fileURLToPath(new URL('../testing/posting-server.ts', import.meta.url))
const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'a finished answer reaches the other side once, whatever fails there and however often the server is killed (%s)',
  async ([, over]) => {
    await using target = await startPostingTarget()
    await using seeded = await seedForProcess(() => ({ text: 'It is done.' }), over)
    const employee_id = seeded.path.split('/').at(-2) ?? ''
    const env = { ...seeded.env, POSTING_TARGET: target.url, RUN_LEASE: '2', DELIVERY_TIMEOUT: '5', LOG_LEVEL: 'info' }
    const start = async () => {
      const server = spawnProgram(program, env)
      return { server, client: await server.withKey(seeded.private_key) }
    }
    const write = async (client: Client, from: string) => {
      const { status, body } = await client.post(`/api/private/posting/${employee_id}`, { from, message: 'Do it' })
      expect(status).toBe(200)
      return body.message_id as string
    }
    const deliveryOf = async (client: Client, from: string): Promise<Message['delivery']> => {
      const { body } = await client.get(`${seeded.path}?channel=posting&conversation_id=${from}`)
      return body.data.find((message: Message) => message.role === 'ai')?.delivery
    }

    // It hangs: the server is killed after the commit of the answer, while the delivery is under way.
    target.be('hang')
    const first = await start()
    const hung = await write(first.client, 'one')
    await expect.poll(() => target.attempts.length).toBeGreaterThan(0)
    await first.server.kill('SIGKILL')

    // It is gone: the server is killed while nobody could take the message.
    await target.goAway()
    const second = await start()
    const missed = await write(second.client, 'two')
    await expect
      .poll(async () => deliveryOf(second.client, 'two'))
      .toMatchObject({ state: 'pending', last_error: expect.any(String), delivered_at: null })
    await second.server.kill('SIGKILL')

    // It is back, and refuses at first.
    target.be('fail')
    await target.comeBack()
    const third = await start()
    const failed = () => target.attempts.filter(({ key }) => key === missed).length
    await expect.poll(failed).toBeGreaterThan(0)
    await expect
      .poll(async () => (await deliveryOf(third.client, 'two'))?.last_error)
      .toBe('The other side answered 503')
    target.be('accept')
    for (const from of ['one', 'two']) {
      await expect.poll(async () => (await deliveryOf(third.client, from))?.state).toBe('delivered')
    }
    expect(
      target
        .taken()
        .map(({ key }) => key)
        .sort(),
    ).toEqual([hung, missed].sort())
    await third.server.kill('SIGKILL')

    // What was delivered is not delivered again.
    const before = target.attempts.length
    const fourth = await start()
    const last = await write(fourth.client, 'one')
    await expect.poll(() => target.taken().map(({ key }) => key)).toContain(last)
    expect(target.attempts.slice(before)).toEqual([{ key: last, to: 'one', text: 'It is done.' }])
  },
)
