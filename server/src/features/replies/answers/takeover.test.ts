import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispatchWaitingRuns } from '#features/runs/jobs.ts'
import { runLeases } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenPrivateChat, messageOf, runOf, runsOf, stepsOf } from '#testing/chats/private-chat.ts'
import { liveRunIds } from '#testing/runs/live-runs.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { continueAnswer } from '../continue-answer.ts'

const app = await ownTestApp({ env: { RUN_LEASE: '600' } })

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { name: 'photo.png', mime_type: 'image/png', size: 70, data: PIXEL }

const ready = () =>
  givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['http_request'], model_values: { is_multimodal: true } },
  })
type Given = Awaited<ReturnType<typeof ready>>

/** Begins an answer that hangs where the vendor does, and makes it look as if its process had died there. */
async function lost(given: Given, message: object = {}) {
  const before = given.vendor.requests.length
  const { body } = await given.save('Hello', { is_async: true, ...message })
  await expect.poll(() => given.vendor.requests.length).toBeGreaterThan(before)
  return body.data.runId as string
}
const die = (run_id: string, lease: Partial<typeof runLeases.$inferInsert> = {}) =>
  app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(0), ...lease })
    .where(eq(runLeases.run_id, run_id))
/** Continues the run; the sweep may have been faster. */
async function goOn(run_id: string) {
  await continueAnswer(app.ctx, { run_id })
  await expect.poll(async () => (await runOf(app, run_id)).status).not.toBe('running')
}
const hang = { fault: 'hang' } as const

test('the sweep finds a run whose process is gone, and another continues with it', async () => {
  await using given = await ready()
  given.vendor.reply(hang, { text: 'Answered after all.' })
  const run_id = await lost(given)
  await die(run_id)
  await app.runJob(dispatchWaitingRuns)
  await expect.poll(async () => (await runOf(app, run_id)).status).toBe('completed')
  const run = await runOf(app, run_id)
  expect(await messageOf(app, run.assistant_message_id)).toMatchObject({
    status: 'completed',
    content: 'Answered after all.',
  })
  expect(await app.ctx.db.select().from(runLeases).where(eq(runLeases.run_id, run_id))).toEqual([])
})

test('a run that someone holds is not taken', async () => {
  await using given = await ready()
  given.vendor.reply(hang, { text: 'Never asked.' })
  const run_id = await lost(given)
  await continueAnswer(app.ctx, { run_id })
  expect((await runOf(app, run_id)).status).toBe('running')
  expect(given.vendor.requests).toHaveLength(1)
})

test('a run continues from its last finished round of tools: no effect happens twice, and pictures stay in view', async () => {
  let hits = 0
  const { url } = await serve((_, response) => {
    hits++
    response.end('the result')
  })
  await using given = await ready()
  given.vendor.reply({ text: 'Looking.', tool_calls: [{ name: 'http_request', input: { url } }] }, hang, {
    text: 'Found it.',
  })
  const run_id = await lost(given, { attachments: [image] })
  await expect.poll(() => given.vendor.requests.length).toBe(2)
  const [open] = await stepsOf(app, run_id)
  expect(open).toMatchObject({ status: 'in_progress' })
  expect(open?.payload.work).toBeDefined()
  expect(JSON.stringify(open?.payload.work).length).toBeLessThan(5000)

  await die(run_id)
  await goOn(run_id)
  expect(hits).toBe(1)
  expect(given.vendor.requests).toHaveLength(3)
  expect(given.sent(2)).toEqual(given.sent(1))
  expect(JSON.stringify(given.sent(2))).toContain(PIXEL)

  const run = await runOf(app, run_id)
  expect(run).toMatchObject({ status: 'completed', input_tokens: 20, output_tokens: 10 })
  expect((await messageOf(app, run.assistant_message_id)).content).toBe('Looking.\n\nFound it.')
  const steps = await stepsOf(app, run_id)
  expect(steps).toHaveLength(1)
  expect(steps[0]?.status).toBe('completed')
  expect(steps[0]?.payload).not.toHaveProperty('work')
  expect(steps[0]?.payload.additional_data.steps).toHaveLength(2)
})

test('a call that is finished is not made again because another of its round was lost', async () => {
  const hits: string[] = []
  const { url } = await serve(({ url: path = '' }, response) => {
    hits.push(path)
    if (path === '/fast' || hits.filter((each) => each === path).length > 1) response.end(`the result of ${path}`)
  })
  await using given = await ready()
  const call = (id: string, path: string) => ({ id, name: 'http_request', input: { url: `${url}${path}` } })
  given.vendor.reply({ tool_calls: [call('fast', '/fast'), call('slow', '/slow')] }, { text: 'Both.' })
  const run_id = await lost(given)
  const callsOf = async () => (await stepsOf(app, run_id))[0]?.payload.work?.round?.calls
  await expect.poll(callsOf).toMatchObject([{ at: 'done' }, { at: 'open' }])

  await die(run_id)
  await goOn(run_id)
  expect(hits.toSorted()).toEqual(['/fast', '/slow', '/slow'])
  expect(given.vendor.requests).toHaveLength(2)
  const results = given.sent().filter(({ role }) => role === 'tool')
  expect(results.map(({ content }) => String(content).match(/result of \/\w+/)?.[0])).toEqual([
    'result of /fast',
    'result of /slow',
  ])
})

test('after three tries a run fails with a reason, its message too, and no step of it stays open', async () => {
  const { url } = await serve((_, response) => response.end('the result'))
  await using given = await ready()
  given.vendor.reply({ tool_calls: [{ name: 'http_request', input: { url } }] }, hang)
  const run_id = await lost(given)
  await expect.poll(() => given.vendor.requests.length).toBe(2)
  await die(run_id, { attempts: 3 })
  await goOn(run_id)

  const run = await runOf(app, run_id)
  expect(run).toMatchObject({ status: 'failed', error_code: 'GAVE_UP', input_tokens: 10 })
  expect(run.error).toMatch(/interrupted/)
  expect(await messageOf(app, run.assistant_message_id)).toMatchObject({ status: 'failed', error: run.error })
  const [step] = await stepsOf(app, run_id)
  expect(step).toMatchObject({ status: 'failed', last_error: run.error })
  expect(step?.finished_at).not.toBeNull()
  expect(step?.payload).not.toHaveProperty('work')
  expect(given.vendor.requests).toHaveLength(2)
})

test('a holder that has lost its run writes nothing more', async () => {
  await using given = await ready()
  const { promise: isLost, resolve: answer } = Promise.withResolvers<void>()
  given.vendor.reply({ text: 'Too late.', until: isLost })
  const run_id = await lost(given)
  // Beyond the leases that are given here: one that ends before is taken from a holder who is not connected.
  await die(run_id, { expires_at: new Date(Date.now() + 3_600_000) })
  answer()
  await expect.poll(() => liveRunIds(app, given.organization.id)).not.toContain(run_id)
  expect((await runOf(app, run_id)).status).toBe('running')
  expect(await stepsOf(app, run_id)).toEqual([])

  given.vendor.reply({ text: 'By its new holder.' })
  await die(run_id)
  await goOn(run_id)
  const run = await runOf(app, run_id)
  expect((await messageOf(app, run.assistant_message_id)).content).toBe('By its new holder.')
})

test('a run whose teammate was deleted meanwhile fails and says so', async () => {
  await using given = await ready()
  given.vendor.reply(hang)
  const run_id = await lost(given)
  await app.ctx.db.update(aiEmployees).set({ deleted_at: new Date() }).where(eq(aiEmployees.id, given.teammate.id))
  await die(run_id)
  await goOn(run_id)
  const run = await runOf(app, run_id)
  expect(run).toMatchObject({ status: 'failed', error: 'Teammate not found' })
  expect(await messageOf(app, run.assistant_message_id)).toMatchObject({ status: 'failed' })
})

test('a run that another waited for is over when that one begins again, and it leaves no open step', async () => {
  const { url } = await serve((_, response) => response.end('the result'))
  await using given = await ready()
  const bob = await app.given.teammate(given.organization, {
    name: 'Bob',
    model: given.teammate.model,
    tools: ['http_request'],
  })
  const asking = await app.given.teammate(given.organization, {
    model: given.teammate.model,
    tools: ['agent.call_teammate'],
  })
  const path = `/api/private/employee/${asking.id}/messages`
  const ask = { tool_calls: [{ name: 'agent__call_teammate', input: { teammate_id: bob.id, message: 'Well?' } }] }
  given.vendor.reply({ text: 'ok' })
  await given.client.post(path, { message: 'Hello', channel: 'api' })
  ask.tool_calls[0] = { ...ask.tool_calls[0], name: given.offered()[0] ?? '' } as (typeof ask.tool_calls)[0]
  given.vendor.reply(ask, { tool_calls: [{ name: 'http_request', input: { url } }] }, hang)
  await given.client.post(path, { message: 'Ask Bob.', channel: 'api', is_async: true })
  await expect.poll(() => given.vendor.requests.length).toBe(4)
  const child = (await runsOf(app, given.organization)).find(({ employee_id }) => employee_id === bob.id)
  if (!child) throw new Error('Bob was asked')
  await die(child.id)
  await app.runJob(dispatchWaitingRuns)
  await expect.poll(async () => (await runOf(app, child.id)).status).toBe('failed')
  const [step] = await stepsOf(app, child.id)
  expect(step).toMatchObject({ status: 'failed' })
  expect(step?.payload).not.toHaveProperty('work')
})
