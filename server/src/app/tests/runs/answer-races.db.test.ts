import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { runSuspensions, runs } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp()
const ROUNDS = 5

const eight = <T>(one: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 8 }, (_, nth) => one(nth)))
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
const is200 = (status: number) => status === 200

/** What leaves nothing to be done: no lease, no wait, no open step. */
async function expectNothingLeft(run_id: string): Promise<void> {
  expect(await app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run_id))).toEqual([])
  const { rows } = await app.ctx.db.execute(sql`select 1 from run_leases where run_id = ${run_id}`)
  expect(rows).toEqual([])
  for (const { status } of await stepsOf(app, run_id)) expect(status).not.toBe('in_progress')
}

/** A run that asks, and says afterwards that it was answered. */
async function asking(step: object = {}) {
  const { organization, admin } = await app.given.organization()
  const run = await startSteps(
    app,
    { ask: { type: 'user_input', question: 'Which?', ...step }, done: { type: 'end', result: 'went on' } },
    { organization },
  )
  const client = await app.as(admin)
  const at = `/api/organizations/${organization.id}/workflows/runs/${run.id}`
  return {
    ...run,
    resume: () => client.post(`${at}/resume`, { value: 'yes' }),
    cancel: () => client.post(`${at}/cancel`, {}),
  }
}

test('of answers and stops at once one answer counts at most, and a run that was stopped stays so', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const run = await asking({ next: 'done' })
    const answers = await eight((nth) => (nth % 2 ? run.resume() : run.cancel()))
    const answered = statusesOf(answers.filter((_, nth) => nth % 2)).filter(is200)
    const stopped = statusesOf(answers.filter((_, nth) => nth % 2 === 0)).filter(is200)
    expect(answered.length).toBeLessThanOrEqual(1)
    expect(answered.length + stopped.length).toBeGreaterThan(0)
    await expect.poll(run.status).toMatch(/^(completed|cancelled)$/)
    const status = await run.status()
    if (status === 'completed') expect(answered).toHaveLength(1)
    if (answered.length === 0) expect(status).toBe('cancelled')
    await expectNothingLeft(run.id)
  }
})

test('of an answer and the end of its time at once one counts, and the flow continues once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const run = await asking({ next: 'done', on_expiry: 'done', expires_in_seconds: 3600 })
    await app.ctx.db
      .update(runSuspensions)
      .set({ wakes_at: new Date(0) })
      .where(eq(runSuspensions.run_id, run.id))
    const answers = await eight(async (nth) =>
      nth % 2 ? run.resume() : { status: await app.runJob(wakeSuspendedRuns).then(() => 0) },
    )
    const answered = statusesOf(answers).filter(is200).length
    expect(answered).toBeLessThanOrEqual(1)
    await expect.poll(run.result).toBe('went on')
    const steps = await stepsOf(app, run.id)
    expect(steps.map(({ step_id }) => step_id)).toEqual(['ask', 'done'])
    expect(steps[0]?.payload.output).toBe(answered ? 'yes' : null)
    await expectNothingLeft(run.id)
  }
})

test('a chat that is deleted while its teammate is allowed a call says nothing more, and the call is made once at most', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const hits: string[] = []
    const { url } = await serve(({ url: path = '' }, response) => {
      hits.push(path)
      response.end('done')
    })
    const given = await givenInternalChat(app, {
      organization: { use_lazy_tools: false },
      values: { tools: [{ name: 'http_request', ask: true }] },
    })
    given.vendor.reply(
      { tool_calls: [{ id: 'a', name: 'http_request', input: { url: `${url}/once` } }] },
      { text: 'Done.' },
    )
    const { run_id, conversation_id } = (await given.send('Do it')).body
    const at = `${given.base}/workflows/runs/${run_id}`
    await expect.poll(async () => (await given.client.get(`${at}/questions`)).body.data?.length).toBe(1)
    const answers = await eight((nth) =>
      nth === 3
        ? given.client.delete(`${given.path}/conversations/${conversation_id}`)
        : given.client.post(`${at}/resume`, { approved: true }),
    )
    expect(answers[3]?.status).toBe(200)
    const { status } = runs
    const read = async () => (await app.ctx.db.select({ status }).from(runs).where(eq(runs.id, run_id)))[0]?.status
    await expect.poll(read).toMatch(/^(completed|cancelled|failed)$/)
    expect(hits.length).toBeLessThanOrEqual(1)
    await expectNothingLeft(run_id)
  }
})

test('a workflow that is deleted while it is walked ends as it began, and starts no more', async () => {
  const given = await givenWorkflows(app)
  const gate = Promise.withResolvers<void>()
  const { url } = await serve(async (_, response) => {
    await gate.promise
    response.end('late')
  })
  const { id } = await given.create({
    a: { type: 'http_request', url, next: 'b' },
    b: { type: 'end', result: '{{output.a.body}}' },
  })
  const start = () => given.client.post(`${given.path}/${id}/run`, {})
  const begun = await eight(start)
  expect(new Set(statusesOf(begun))).toEqual(new Set([200]))
  const deleted = await eight(() => given.client.delete(`${given.path}/${id}`))
  expect(statusesOf(deleted).filter(is200)).toHaveLength(1)
  expect((await start()).status).toBe(404)
  gate.resolve()
  for (const { body } of begun) {
    const at = `${given.base}/workflows/runs/${body.run_id}`
    await expect.poll(async () => (await given.client.get(at)).body.status).toBe('completed')
    await expectNothingLeft(body.run_id)
  }
})
