import { expect, onTestFinished, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { OpenQuestion } from '#contracts/run-control.ts'
import { startTestApp } from '#testing/app.ts'
import type { Handler } from '#testing/doubles/vendors/vendor-double.ts'
import { serve } from '#testing/loopback-server.ts'
import { savedMessage, seedForProcess } from '#testing/seeded.ts'
import { postgresUrl, spawnServer } from '#testing/server-process.ts'
import { randomFrom } from '../../../bench/lib/random.ts'

const RUNS = 6
const CALLS = ['a', 'b', 'c']
const MOST_KILLS = 4
/** A run that is interrupted once more than that is given up. */
const MOST_INTERRUPTIONS = 3

test.runIf(postgresUrl)(
  'of three tools that one message asks for each is called once or not at all, as the first of contradicting answers says, however often the process is killed between them',
  async () => {
    const hits: string[] = []
    const { url } = await serve(({ url: path = '' }, response) => {
      hits.push(path)
      response.end(`the result of ${path}`)
    })
    const resultsOf = new Map<string, string[]>()
    const reply: Handler = ({ body }) => {
      const messages = body.messages as { role: string; content: string }[]
      const path = String(messages.find(({ role }) => role === 'user')?.content)
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
      const request = (call: string) => ({ name: 'http_request', input: { url: `${url}${path}/${call}` } })
      if (results.length === 0) return { text: 'May I?', tool_calls: CALLS.map(request) }
      resultsOf.set(path, results)
      return { text: 'Done.' }
    }
    const tools = [{ name: 'http_request', ask: true as const }]
    await using seeded = await seedForProcess(reply, {}, { tools }, { use_lazy_tools: false })
    const seed = Math.floor(Math.random() * 1_000_000)
    const random = randomFrom(seed)

    // It takes messages and answers, and executes nothing; what executes is killed.
    const web = await startTestApp({ env: seeded.env, parts: ['web'] })
    onTestFinished(() => web.close())
    const admin = await web.as(seeded.admin)
    const program = web.withKey(seeded.private_key)
    const start = () => spawnServer({ ...seeded.env, LOG_LEVEL: 'info', GENERATE_TITLES: 'false' })
    let server = start()
    await server.address
    const complaints: string[] = []
    let [taken, kills] = [0, 0]
    const killed: Promise<unknown>[] = []
    /** How often each run was killed since it last waited. */
    const interruptions = new Map<string, number>()
    const bearsAnother = () => [...interruptions.values()].every((count) => count + 1 < MOST_INTERRUPTIONS)
    function killNow(): void {
      kills++
      for (const [path, count] of interruptions) interruptions.set(path, count + 1)
      complaints.push(...server.complaints)
      killed.push(server.kill('SIGKILL'))
      server = start()
    }

    const decided = new Map<string, boolean>()
    async function drive(path: string): Promise<void> {
      interruptions.set(path, 0)
      expect((await program.post(seeded.path, savedMessage(path, true))).status).toBe(200)
      const answerOf = async (): Promise<Message | undefined> => {
        const { body } = await program.get(`${seeded.path}?channel=api&conversation_id=${encodeURIComponent(path)}`)
        return body.data.find(({ role }: Message) => role === 'ai')
      }
      await expect.poll(async () => (await answerOf())?.run_id).toBeTypeOf('string')
      const run_id = (await answerOf())?.run_id
      const runs = `/api/organizations/${seeded.organization.id}/workflows/runs/${run_id}`
      const questions = async (): Promise<OpenQuestion[]> => (await admin.get(`${runs}/questions`)).body.data
      for (const call of CALLS) {
        await expect.poll(async () => (await questions()).length).toBe(1)
        interruptions.delete(path)
        const [asked] = await questions()
        expect(asked?.tool?.input).toEqual({ url: `${url}${path}/${call}` })
        const first = random.below(2) === 0
        const answers = await Promise.all(
          [first, !first, first, !first].map(async (approved) => {
            const { status } = await admin.post(`${runs}/resume`, { question_id: asked?.question_id, approved })
            if (status === 200) interruptions.set(path, 0)
            if (status === 200 && ++taken % 4 === 0 && kills < MOST_KILLS && bearsAnother()) killNow()
            return { approved, status }
          }),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
        decided.set(
          `${path}/${call}`,
          answers.some(({ approved, status }) => approved && status === 200),
        )
      }
      await expect.poll(async () => (await answerOf())?.status).toBe('completed')
      interruptions.delete(path)
      expect((await answerOf())?.content).toBe('May I?\n\nDone.')
    }
    const paths = Array.from({ length: RUNS }, (_, n) => `/run-${n}`)
    await Promise.all(paths.map(drive))
    // One that is killed before it listens never does; the last has to.
    await Promise.all([...killed, server.address])

    expect(kills, `seed ${seed}`).toBeGreaterThan(0)
    for (const path of paths) {
      const results = resultsOf.get(path) ?? []
      expect(results).toHaveLength(CALLS.length)
      for (const [index, call] of CALLS.entries()) {
        const times = hits.filter((hit) => hit === `${path}/${call}`).length
        const result = results[index] ?? ''
        const about = `${path}/${call} with seed ${seed}: called ${times} times, told “${result}”`
        if (!decided.get(`${path}/${call}`)) {
          expect([times, result], about).toEqual([0, 'A person refused this.'])
        } else if (result.includes('Whether it was done is not known')) {
          expect(times, about).toBeLessThanOrEqual(1)
        } else {
          expect([times, result], about).toEqual([1, expect.stringContaining(`the result of ${path}/${call}`)])
        }
      }
    }
    expect([...complaints, ...server.complaints]).toEqual([])
  },
)
