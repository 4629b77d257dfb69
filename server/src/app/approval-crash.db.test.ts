import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { startTestApp } from '#testing/app.ts'
import type { Client } from '#testing/client.ts'
import type { Handler } from '#testing/doubles/vendors/vendor-double.ts'
import { serve } from '#testing/loopback-server.ts'
import { savedMessage, seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'

const databases = { embedded: { DATABASE_URL: '' }, ...(postgresUrl && { PostgreSQL: {} }) }

test.for(Object.entries(databases))(
  'what is approved is called once, whenever the server is killed, and is never called again unseen (%s)',
  async ([, over]) => {
    const hits: string[] = []
    const { url } = await serve(({ url: path = '' }, response) => {
      hits.push(path)
      if (path === '/answers') response.end('the result')
    })
    const resultsOf: Record<string, string[]> = {}
    const answer: Handler = ({ body }) => {
      const messages = body.messages as { role: string; content: string }[]
      const path = String(messages.find(({ role }) => role === 'user')?.content)
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
      if (results.length === 0) {
        return { text: 'May I?', tool_calls: [{ name: 'http_request', input: { url: `${url}${path}` } }] }
      }
      resultsOf[path] = [...(resultsOf[path] ?? []), ...results]
      return { text: 'Done.' }
    }
    const tools = [{ name: 'http_request', ask: true as const }]
    await using seeded = await seedForProcess(answer, over, { tools }, { use_lazy_tools: false })
    const env = { ...seeded.env, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }
    const answerTo = async (client: Client, path: string): Promise<Message> => {
      const { body } = await client.get(`${seeded.path}?channel=api&conversation_id=${encodeURIComponent(path)}`)
      return body.data.find(({ role }: Message) => role === 'ai')
    }
    const paths = ['/answers', '/hangs']

    const first = spawnServer(env)
    const one = await first.withKey(seeded.private_key)
    const asked: Message[] = []
    for (const path of paths) {
      expect((await one.post(seeded.path, savedMessage(path, true))).status).toBe(200)
      await expect.poll(async () => (await answerTo(one, path)).waiting_for?.kind).toBe('approval')
      asked.push(await answerTo(one, path))
    }
    await first.kill('SIGKILL')
    expect(hits).toEqual([])

    // A process that executes nothing takes the answers, and is gone.
    const web = await startTestApp({ env: seeded.env, parts: ['web'] })
    const admin = await web.as(seeded.admin)
    for (const { run_id, waiting_for } of asked) {
      if (waiting_for?.kind !== 'approval') throw new Error('Nothing is asked')
      const runs = `/api/organizations/${seeded.organization.id}/workflows/runs/${run_id}`
      const { question_id } = waiting_for
      expect((await admin.post(`${runs}/resume`, { question_id, approved: true })).status).toBe(200)
    }
    await web.close()
    expect(hits).toEqual([])

    const second = spawnServer(env)
    const two = await second.withKey(seeded.private_key)
    await expect.poll(async () => (await answerTo(two, '/answers')).status).toBe('completed')
    await expect.poll(() => hits.toSorted()).toEqual(['/answers', '/hangs'])
    await second.kill('SIGKILL')

    const third = spawnServer(env)
    const three = await third.withKey(seeded.private_key)
    await expect.poll(async () => (await answerTo(three, '/hangs')).status).toBe('completed')
    for (const path of paths) expect((await answerTo(three, path)).content).toBe('May I?\n\nDone.')
    expect(hits.toSorted()).toEqual(['/answers', '/hangs'])
    expect(resultsOf['/answers']).toEqual([expect.stringContaining('the result')])
    expect(resultsOf['/hangs']).toEqual([expect.stringContaining('Whether it was done is not known')])
    expect(third.complaints).toEqual([])
  },
)
