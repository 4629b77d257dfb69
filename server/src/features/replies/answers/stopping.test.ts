import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { conversations, messages } from '#features/conversations/table.ts'
import { cancelRun } from '#features/runs/control/cancel-run.ts'
import { runLeases } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat, messageOf, runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { liveAnswer } from '../streams/live-answers.ts'

const app = await testApp()
const PRICES = { input_cost: 0, output_cost: 100 }

async function ready(tools: string[] = []) {
  const given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools, model_values: PRICES },
  })
  const ctx = extendContext(app.ctx, { organization: given.organization })
  const begin = async (requests = 1) => {
    const { body } = await given.save('Tell me everything', { is_async: true })
    await expect.poll(() => given.vendor.requests.length).toBe(requests)
    return runOf(app, body.data.runId)
  }
  const ended = (id: string) => expect.poll(async () => (await runOf(app, id)).status).not.toBe('running')
  return { ...given, begin, ended, cancel: async (id: string) => cancelRun(ctx, await runOf(app, id)) }
}

test('a stopped run ends its model call, is cancelled, and its message keeps what was written', async () => {
  await using given = await ready()
  given.vendor.reply({ fault: 'hang_midway', chunks: ['The first part', ' and the rest'] })
  const run = await given.begin()
  await expect.poll(() => liveAnswer(run.assistant_message_id ?? '')?.read()?.content).toBe('The first part')
  await given.cancel(run.id)
  await given.ended(run.id)
  await expect.poll(() => given.vendor.aborted).toBe(1)

  const cancelled = await runOf(app, run.id)
  expect(cancelled).toMatchObject({ status: 'cancelled', error: null, completed_at: null, failed_at: null })
  expect(cancelled.cancelled_at).not.toBeNull()
  expect(await messageOf(app, run.assistant_message_id)).toMatchObject({
    status: 'completed',
    content: 'The first part',
    is_stopped: true,
    error: null,
    error_code: null,
  })
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.data[0]).toMatchObject({ content: 'The first part', is_stopped: true })
  expect(cancelled.usd_cost).toBeGreaterThan(0)
  const shown = await given.client.get(`/api/private/workflow/run/${run.id}`)
  expect(shown.body.data).toMatchObject({ status: 'cancelled', result: null })
})

test('a synchronous caller of a stopped run is told so', async () => {
  await using given = await ready()
  given.vendor.reply({ fault: 'hang' })
  const call = given.save('Hello')
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  const [lease] = await app.ctx.db
    .select({ run_id: runLeases.run_id })
    .from(runLeases)
    .innerJoin(messages, eq(messages.run_id, runLeases.run_id))
    .where(eq(messages.organization_id, given.organization.id))
  await given.cancel(lease?.run_id ?? '')
  expect(await call).toMatchObject({ status: 409, body: { success: false, code: 'RUN_CANCELLED' } })
})

test('a run is stopped in the middle of a tool, and nothing more is asked', async () => {
  let calls = 0
  const { url } = await serve(() => {
    calls++
  })
  await using given = await ready(['http_request'])
  given.vendor.reply({ tool_calls: [{ name: 'http_request', input: { url } }] }, { text: 'Never asked.' })
  const run = await given.begin()
  await expect.poll(() => calls).toBe(1)
  await given.cancel(run.id)
  await given.ended(run.id)
  expect(await runOf(app, run.id)).toMatchObject({ status: 'cancelled', output_tokens: 5 })
  expect(given.vendor.requests).toHaveLength(1)
})

test('stopping a run that is over changes nothing', async () => {
  await using given = await ready()
  const { body } = await given.save('Hello')
  const before = await runOf(app, body.data.runId)
  await given.cancel(body.data.runId)
  expect(await runOf(app, body.data.runId)).toEqual(before)
})

test('an answer is not published into a conversation that changed hands, and its run’s cost is kept', async () => {
  await using given = await ready()
  const { promise: changed, resolve: change } = Promise.withResolvers<void>()
  given.vendor.reply({ chunks: ['Not ', 'to be ', 'seen.'], until: changed })
  const run = await given.begin()
  await app.ctx.db
    .update(conversations)
    .set({ epoch: sql`${conversations.epoch} + 1` })
    .where(eq(conversations.id, run.conversation_id ?? ''))
  change()
  await given.ended(run.id)

  const ended = await runOf(app, run.id)
  expect(ended).toMatchObject({ status: 'cancelled', output_tokens: 5, usd_cost: 0.0005 })
  expect((await stepsOf(app, run.id)).map(({ status }) => status)).toEqual(['completed'])
  const answer = await messageOf(app, run.assistant_message_id)
  expect(answer.status).not.toBe('in_progress')
  expect(answer.deleted_at).not.toBeNull()
  const list = await given.client.get(`${given.path}?channel=api&conversation_id=order-1`)
  expect(list.body.data.map(({ role }: { role: string }) => role)).toEqual(['contact'])

  given.vendor.reply({ text: 'Seen.' })
  expect((await given.save('Again')).body.data.message).toBe('Seen.')
})

test('a failing answer is not published either once the conversation changed hands', async () => {
  await using given = await ready()
  const { promise: changed, resolve: change } = Promise.withResolvers<void>()
  given.vendor.reply({ fault: 'drop_midway', chunks: ['half', 'an answer'], until: changed })
  const run = await given.begin()
  await app.ctx.db
    .update(conversations)
    .set({ epoch: 7 })
    .where(eq(conversations.id, run.conversation_id ?? ''))
  change()
  await given.ended(run.id)
  expect((await runOf(app, run.id)).status).toBe('cancelled')
  expect((await messageOf(app, run.assistant_message_id)).deleted_at).not.toBeNull()
})
