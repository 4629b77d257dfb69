import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runPayloads } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { startSteps } from '#testing/runs/started-flow.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const app = await ownTestApp()

const never = (rule: object) => ({
  if: {
    type: 'condition',
    cases: Array.from({ length: 50 }, () => ({ match: 'any', rules: Array.from({ length: 10 }, () => rule) })),
  },
})

/** How many others are answered one after the other until this is over. */
async function answeredDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  let answered = 0
  for (; !isOver; answered++) expect((await app.anyone.get('/health')).status).toBe(200)
  await ended
  return answered
}

test('while a flow compares what is large, or goes round without an end, others are answered', async () => {
  const compares = await givenTriggers(app, never({ left: '{{input.x}}', operator: 'contains', right: '{{input.y}}' }))
  const large = { x: 'a'.repeat(200_000), y: `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}` }
  const program = app.withKey(compares.private_key)
  const compared = program.post(`/api/private/trigger/${compares.workflow.id}`, large)
  expect(await answeredDuring(compared)).toBeGreaterThan(20)
  expect((await compared).status).toBe(200)

  const circles = await givenTriggers(app, {
    set: { type: 'set_state', values: { x: '{{input.x}}' }, next: 'if' },
    if: { ...never({ left: '1', operator: 'equals', right: '2' }).if, next: 'set', on_error: 'end' },
    end: { type: 'end' },
  })
  const asked = app.withKey(circles.private_key).post(`/api/private/trigger/${circles.workflow.id}`, large)
  expect(await answeredDuring(asked)).toBeGreaterThan(20)
  expect(await asked).toMatchObject({ status: 422, body: { code: 'BROKEN_FLOW' } })
})

test('a flow without effects that has too much to write in one go is written on the way, and answers the same', async () => {
  const random = randomBytes(300_000).toString('hex')
  const steps = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      `s${n}`,
      { type: 'set_state', values: { x: '{{input.x}}', n }, next: n < 11 ? `s${n + 1}` : 'end' },
    ]),
  )
  const { private_key, workflow, client, base } = await givenTriggers(app, {
    ...steps,
    end: { type: 'end', result: 7 },
  })
  const { status, body } = await app.withKey(private_key).post(`/api/private/trigger/${workflow.id}`, { x: random })
  expect([status, body.data?.result]).toEqual([200, 7])
  const logged = await client.get(`${base}/workflows/runs/${body.data.runId}`)
  expect(logged.body).toMatchObject({ status: 'completed', steps_total: 13 })
})

test('what a step writes follows what it changes, however large the state is', async () => {
  const bytesWritten = async (text: string) => {
    const steps = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        `s${n}`,
        { type: 'set_state', values: { n }, next: n < 99 ? `s${n + 1}` : 'end' },
      ]),
    )
    const run = await startSteps(
      app,
      { large: { type: 'set_state', values: { text: '{{input.text}}' }, next: 's0' }, ...steps, end: { type: 'end' } },
      { input: { text } },
    )
    const written = await app.ctx.db.select().from(runPayloads).where(eq(runPayloads.run_id, run.id))
    expect(written).toHaveLength(103)
    return written.reduce((sum, { seq, data }) => (seq > 1 ? sum + data.length : sum), 0)
  }
  const beside = await bytesWritten(randomBytes(400_000).toString('hex'))
  expect(beside).toBeLessThan(2 * (await bytesWritten('')))
})

test('the state of a run is as large as it is after all of its writes, not as all of them together', async () => {
  const write = (n: number) => ({ type: 'set_state', values: { x: '{{input.x}}', n }, next: `s${n + 1}` })
  const steps = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`s${n}`, write(n)]))
  const swapped = { type: 'set_state', values: { x: '{{input.y}}', constructor: 1 }, next: 'end' }
  const run = await startSteps(
    app,
    { ...steps, s5: swapped, end: { type: 'end', result: '{{state.constructor}}' } },
    { input: { x: 'x'.repeat(900_000), y: 'y'.repeat(980_000) } },
  )
  expect(await run.result()).toBe(1)
})

test('the state of a run has an end, and a flow can continue from there', async () => {
  const x = 'x'.repeat(900_000)
  const more = (n: number) => ({
    type: 'set_state',
    values: { [`x${n}`]: '{{input.x}}' },
    next: `s${n + 1}`,
    on_error: 'no',
  })
  const run = await startSteps(
    app,
    { s0: more(0), s1: more(1), s2: more(2), s3: { type: 'end' }, no: { type: 'end', result: '{{output.s2.error}}' } },
    { input: { x } },
  )
  expect(await run.result()).toEqual({
    code: 'STEP_FAILED',
    message: 'The state of a run has 2000000 characters at most',
  })
})

test('what is small as it is kept and large as it is read comes by itself, not with its run', async () => {
  const { client, base, private_key, workflow } = await givenTriggers(app, {
    a: { type: 'set_state', values: { x: '{{input.x}}' }, next: 'b' },
    b: { type: 'message', text: 'Fine' },
  })
  const sent = { x: 'só ón. '.repeat(140_000) }
  const { body } = await app.withKey(private_key).post(`/api/private/trigger/${workflow.id}`, sent)
  const logged = await client.get(`${base}/workflows/runs/${body.data.runId}`)
  const [large, small] = logged.body.steps
  expect(large).toMatchObject({ output: null, content_payload: { url: expect.any(String) } })
  expect(small).toMatchObject({ output: 'Fine', content_payload: null })
  expect((await client.get(large.content_payload.url)).body.output).toEqual(sent)
})
