import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wakeRuns } from '#features/runs/suspend-run.ts'
import { runSteps, runs } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { workflows } from '#features/workflows/table.ts'
import { startTestApp } from '#testing/app.ts'
import { serve } from '#testing/loopback-server.ts'
import { stepsOf } from '#testing/private-chat.ts'
import { seedForProcess } from '#testing/seeded.ts'
import { spawnProgram } from '#testing/server-process.ts'
import { featuresWithWaiting } from '#testing/waiting-steps.ts'
import { flowOf } from '#testing/workflows.ts'

const program = fileURLToPath(new URL('../testing/waiting-server.ts', import.meta.url))
const KILLS = 3
const AT_ONCE = 2

test('a flow of every step type ends whenever its server is killed, and says what it may have done twice', async () => {
  const calls: { path: string; key: string }[] = []
  const { url } = await serve(async ({ url: path = '', headers }, response) => {
    calls.push({ path, key: String(headers['idempotency-key']) })
    await sleep(20)
    response.setHeader('content-type', 'application/json').end('{"ok": true}')
  })
  await using seeded = await seedForProcess(() => ({ text: 'Done.' }), { DATABASE_URL: '' })
  const employee_id = seeded.path.split('/').at(-2) ?? ''
  const { model, workflow_id } = await addWorkflow(seeded, employee_id, url)
  const env = { ...seeded.env, RUN_LEASE: '2', LOG_LEVEL: 'info', GENERATE_TITLES: 'false' }

  const post = (path: string, more: object) => ({
    type: 'http_request',
    method: 'POST',
    url: `${url}/${path}`,
    ...more,
  })
  const flowFor = (name: string) =>
    flowOf({
      state: { type: 'set_state', values: { items: [1, 2, 3] }, next: 'post' },
      post: post(`${name}/post`, { next: 'if' }),
      if: {
        type: 'condition',
        cases: [{ rules: [{ left: '{{output.post.body.ok}}', operator: 'is_true' }], next: 'wait' }],
      },
      wait: { type: 'wait', seconds: 0.05, next: 'each' },
      each: { type: 'for_each', items: '{{state.items}}', start: 'item', concurrency: 2, next: 'code' },
      item: post(`${name}/item-{{input.index}}`, {}),
      code: { type: 'run_code', code: 'return state.items.length', next: 'model' },
      model: { type: 'model', model, prompt: 'Well?', next: 'tool' },
      tool: { type: 'tool', employee_id, tool: 'http_request', input: { url: `${url}/${name}/tool` }, next: 'agent' },
      agent: { type: 'agent', employee_id, message: 'And you?', next: 'call' },
      call: { type: 'workflow', workflow_id, input: { name }, next: 'ask' },
      ask: { type: 'user_input', question: 'Well?', expires_in_seconds: 1, on_expiry: 'say' },
      say: { type: 'message', text: 'Nobody.', next: 'end' },
      end: { type: 'end', result: '{{output.code}}' },
    })

  for (let round = 0; round < KILLS; round++) {
    const server = spawnProgram(program, env)
    const client = await server.withKey(seeded.private_key)
    for (let nth = 0; nth < AT_ONCE; nth++) {
      const name = `run-${round}-${nth}`
      const { status } = await client.post(`/api/private/waiting/${employee_id}`, { from: name, ...flowFor(name) })
      expect(status).toBe(200)
    }
    // A power cut waits for nothing: what is tried is a moment that nobody chose.
    await sleep(Math.random() * 700)
    await server.kill('SIGKILL')
  }

  const app = await startTestApp({ env: { ...seeded.env, RUN_LEASE: '2' }, features: featuresWithWaiting })
  try {
    const open = async () => {
      await wakeRuns(app.ctx)
      const rows = await app.ctx.db.select().from(runs)
      return rows.filter(({ status }) => ['queued', 'running', 'suspended'].includes(status)).length
    }
    await expect.poll(open, { interval: 200 }).toBe(0)
    const ended = await app.ctx.db.select().from(runs)
    expect(ended).toHaveLength(KILLS * AT_ONCE)
    const ends = ended.map(({ status, error_code }) => (status === 'completed' ? status : error_code))
    for (const end of ends) expect(['completed', 'GAVE_UP']).toContain(end)
    const left = app.ctx.db
      .select()
      .from(runSteps)
      .where(inArray(runSteps.status, ['in_progress']))
    expect(await left).toEqual([])

    // What was done twice has the same key, is said to be so, and shares its key with nothing else.
    const keyed = calls.filter(({ key }) => key !== 'undefined')
    const pathsOf = Map.groupBy(keyed, ({ key }) => key)
    for (const same of pathsOf.values()) expect(new Set(same.map(({ path }) => path)).size).toBe(1)
    expect(new Set(keyed.map(({ path }) => path)).size).toBe(pathsOf.size)
    const steps = (await Promise.all(ended.map(({ id }) => stepsOf(app, id)))).flat()
    const repeated = steps.filter(({ payload }) => payload.possibly_repeated)
    const twice = [...Map.groupBy(calls, ({ path }) => path).values()].filter((same) => same.length > 1)
    expect(repeated.length).toBeGreaterThanOrEqual(twice.length)
    for (const { type } of repeated) expect(['http_request', 'run_code', 'model', 'tool', 'agent']).toContain(type)
  } finally {
    await app.close()
  }
})

/** A workflow that the flow calls, and the model that its teammate has. */
async function addWorkflow(
  seeded: Pick<Awaited<ReturnType<typeof seedForProcess>>, 'env' | 'organization'>,
  employee_id: string,
  url: string,
) {
  const app = await startTestApp({ env: seeded.env, parts: ['web'] })
  const called = flowOf({
    post: { type: 'http_request', method: 'PUT', url: `${url}/{{input.name}}/called`, next: 'pause' },
    pause: { type: 'wait', seconds: 0.05 },
  })
  const values = { organization_id: seeded.organization.id, name: 'Called', is_draft: false, ...called }
  const [row] = await app.ctx.db.insert(workflows).values(values).returning()
  const [teammate] = await app.ctx.db.select().from(aiEmployees).where(eq(aiEmployees.id, employee_id))
  await app.close()
  return { workflow_id: row?.id ?? '', model: String(teammate?.model) }
}
