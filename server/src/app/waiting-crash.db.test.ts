import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { Client } from '#testing/client.ts'
import { seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnProgram } from '#testing/server-process.ts'
import { chain, step } from '#testing/waiting-steps.ts'

const program = fileURLToPath(new URL('../testing/waiting-server.ts', import.meta.url))
const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'an answer that waits keeps what it said, and says the rest after it, whenever the server is killed (%s)',
  async ([, over]) => {
    await using seeded = await seedForProcess(() => ({ text: 'never' }), over)
    const employee_id = seeded.path.split('/').at(-2) ?? ''
    const path = `/api/private/waiting/${employee_id}`
    const env = { ...seeded.env, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }
    const start = async () => {
      const server = spawnProgram(program, env)
      return { server, client: await server.withKey(seeded.private_key) }
    }
    const answerIn = async (client: Client): Promise<Message> => {
      const { body } = await client.get(`${seeded.path}?channel=waiting&conversation_id=one`)
      return body.data.find(({ role }: Message) => role === 'ai')
    }
    const waits = { status: 'in_progress', content: 'I will look.\n\nWhich order?', waiting_since: expect.any(String) }

    const first = await start()
    const flow = chain(
      step('message', { text: 'I will look.' }),
      step('ask', { question: 'Which order?' }),
      step('agent', { employee_id }),
    )
    const { status, body } = await first.client.post(path, { from: 'one', ...flow })
    expect(status, JSON.stringify(body)).toBe(200)
    await expect.poll(() => answerIn(first.client)).toMatchObject(waits)
    // It says so a moment before its run is given up, and only then it waits in no process.
    const shown = async () => (await first.client.get(`/api/private/workflow/run/${body.run_id}`)).body.data.status
    await expect.poll(shown).toBe('suspended')
    await first.server.kill('SIGKILL')

    // It waits in no process: whoever comes next finds it as it was, and takes the answer.
    const second = await start()
    expect(await answerIn(second.client)).toMatchObject(waits)
    seeded.vendor.reply({ fault: 'hang_midway', chunks: ['Order 7 is', ' lost.'] })
    const answered = await second.client.post(`${path}/answer`, { run_id: body.run_id, seq: 2, value: '7' })
    expect(answered.body).toEqual({ is_answered: true })
    await expect.poll(() => seeded.vendor.requests.length).toBe(1)
    await second.server.kill('SIGKILL')

    seeded.vendor.reply({ text: 'Order 7 is on its way.' })
    const third = await start()
    await expect.poll(async () => (await answerIn(third.client)).status).toBe('completed')
    const whole = await answerIn(third.client)
    expect(whole.content).toBe('I will look.\n\nWhich order?\n\nOrder 7 is on its way.')
    expect(whole).not.toHaveProperty('waiting_since')
    expect(third.server.complaints).toEqual([])
  },
)
