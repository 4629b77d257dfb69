import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import { conversations } from '#features/conversations/table.ts'
import { vendorCredentials } from '#features/models/table.ts'
import { organizations } from '#features/organizations/table.ts'
import { runLeases, runPayloads } from '#features/runs/table.ts'
import { aiEmployees } from '#features/teammates/table.ts'
import { newId } from '#platform/id.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf, runOf } from '#testing/chats/private-chat.ts'
import { startCustomDouble } from '#testing/doubles/vendors/chat-completions.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { continueAnswer } from '../continue-answer.ts'

const platform = await startCustomDouble(null)
const app = await startTestApp({
  env: { RUN_LEASE: '600', CUSTOM_BASE_URL: platform.base_url },
})
afterAll(async () => {
  await app.close()
  await platform.close()
})

/** Its first half comes, and then nothing more. */
const endless: Script = { fault: 'hang_midway', chunks: ['on and ', 'on'] }
const hang: Script = { fault: 'hang' }

/** A chat whose admin is connected, so that the end of an answer is seen as a page sees it: pushed, and read again. */
async function ready(how: Parameters<typeof givenInternalChat>[1] = {}, at: TestApp = app) {
  const given = await givenInternalChat(at, {
    organization: { use_lazy_tools: false, ...how.organization },
    values: how.values ?? {},
  })
  const { ws_token } = await at.given.session(given.admin)
  const socket = io(at.base_url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  const done: Message[] = []
  socket.on('message_done', (message: Message) => done.push(message))
  await once(socket as never, 'ready')

  const read = async (conversation_id: string) => {
    const { body } = await given.client.get(`${given.path}/messages?conversation_id=${conversation_id}`)
    return body.data as Message[]
  }
  return {
    ...given,
    read,
    async begin(script: Script | Script[]) {
      given.vendor.reply(...[script].flat())
      return (await given.send('Go on', { create_new_conversation: true })).body
    },
    /** How the answer ended, in the pushed event and in the stored message. */
    async end({ conversation_id, assistant_message_id }: Record<string, string>) {
      const last = () => done.find(({ id }) => id === assistant_message_id)
      await expect.poll(last).toBeDefined()
      const later = (await read(conversation_id ?? '')).find(({ id }) => id === assistant_message_id)
      const end = ({ status, is_stopped, error_code }: Message) => ({ status, is_stopped, error_code })
      expect(later && end(later)).toEqual(end(last() as Message))
      return later && end(later)
    },
    /** Makes it look as if the process of this run had died, and continues with it. */
    async takeOver(run_id: string, lease: Partial<typeof runLeases.$inferInsert> = {}) {
      await app.ctx.db
        .update(runLeases)
        .set({ holder: newId(), expires_at: new Date(0), ...lease })
        .where(eq(runLeases.run_id, run_id))
      await continueAnswer(app.ctx, { run_id })
    },
  }
}

const failed = (error_code: string) => ({ status: 'failed', is_stopped: false, error_code })
const stopped = { status: 'completed', is_stopped: true, error_code: null }

test('an answer that is whole was not stopped and has no error code, nor has its question', async () => {
  await using given = await ready()
  const sent = await given.begin({ text: 'Whole.' })
  expect(await given.end(sent)).toEqual({ status: 'completed', is_stopped: false, error_code: null })
  const [question] = (await given.read(sent.conversation_id)).slice(-1)
  expect(question).toMatchObject({ role: 'contact', is_stopped: false, error_code: null })
})

test('a stopped answer says so', async () => {
  await using given = await ready()
  const sent = await given.begin(endless)
  await app.events.next('message_delta', ({ payload }) => payload.run_id === sent.run_id)
  await given.client.post(`${given.path}/conversations/${sent.conversation_id}/stop-generation`, {
    run_id: sent.run_id,
  })
  expect(await given.end(sent)).toEqual(stopped)
})

test('an answer that was stopped because its chat was deleted says so when the chat is back', async () => {
  await using given = await ready()
  const sent = await given.begin(endless)
  await app.events.next('message_delta', ({ payload }) => payload.run_id === sent.run_id)
  const chat = `${given.path}/conversations/${sent.conversation_id}`
  await given.client.delete(chat)
  await expect.poll(async () => (await runOf(app, sent.run_id)).status).toBe('cancelled')
  await given.client.post(`${chat}/restore`)
  expect(await given.end(sent)).toEqual(stopped)
})

test('an answer whose conversation changed hands ends as a stopped one', async () => {
  await using given = await ready()
  const { promise: changed, resolve: change } = Promise.withResolvers<void>()
  const sent = await given.begin({ chunks: ['Not ', 'to be ', 'seen.'], until: changed })
  await app.ctx.db
    .update(conversations)
    .set({ epoch: sql`${conversations.epoch} + 1` })
    .where(eq(conversations.id, sent.conversation_id))
  change()
  await expect.poll(async () => (await runOf(app, sent.run_id)).status).toBe('cancelled')
  expect(await messageOf(app, sent.assistant_message_id)).toMatchObject(stopped)
})

test.each([
  ['breaks off', { fault: 'drop_midway', chunks: ['half', 'an answer'] }],
  ['refuses', { fault: 'status', status: 500 }],
] satisfies [string, Script][])('a model that %s: MODEL_FAILED', async (_, script) => {
  await using given = await ready()
  expect(await given.end(await given.begin(script))).toEqual(failed('MODEL_FAILED'))
})

test('a model that takes too long: MODEL_FAILED', async () => {
  const impatient = await startTestApp({ env: { MODEL_CALL_TIMEOUT: '1' } })
  onTestFinished(() => impatient.close())
  await using given = await ready({}, impatient)
  expect(await given.end(await given.begin(endless))).toEqual(failed('MODEL_FAILED'))
})

test('a limit that pays for no call: DAILY_LIMIT_REACHED', async () => {
  await using given = await ready({
    organization: { ai_employee_daily_cost_limit_usd: 0.01 },
    values: { model_values: { input_cost: 0, output_cost: 1000 } },
  })
  expect(await given.end(await given.begin({ text: 'Never asked.' }))).toEqual(failed('DAILY_LIMIT_REACHED'))
})

test('credits that pay for no call: NO_CREDITS', async () => {
  await using given = await ready({ organization: { available_tokens: 0.000_1 } })
  await app.ctx.db.delete(vendorCredentials).where(eq(vendorCredentials.organization_id, given.organization.id))
  const { id } = await app.given.model({ provider: 'custom', input_cost: 0, output_cost: 100 })
  await app.ctx.db.update(aiEmployees).set({ model: id }).where(eq(aiEmployees.id, given.teammate.id))
  expect(await given.end(await given.begin({ text: 'Never asked.' }))).toEqual(failed('NO_CREDITS'))
})

test('tools without an end: TOO_MANY_ROUNDS', async () => {
  const { url } = await serve((_, response) => response.end('again'))
  await using given = await ready({ values: { tools: ['http_request'] } })
  given.vendor.reply(() => ({ tool_calls: [{ name: 'http_request', input: { url } }] }))
  const { body } = await given.send('Go on', { create_new_conversation: true })
  expect(await given.end(body)).toEqual(failed('TOO_MANY_ROUNDS'))
})

test('an answer whose processes died three times: GAVE_UP', async () => {
  await using given = await ready()
  const sent = await given.begin(hang)
  await given.takeOver(sent.run_id, { attempts: 3 })
  expect(await given.end(sent)).toEqual(failed('GAVE_UP'))
})

test('an answer that continues in an organization that became inactive: ORGANIZATION_INACTIVE', async () => {
  await using given = await ready()
  const sent = await given.begin(hang)
  const status = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, given.organization.id))
  await status('inactive')
  await given.takeOver(sent.run_id)
  // The sweep may have been faster, and continues with it yet.
  await expect.poll(async () => (await runOf(app, sent.run_id)).status).toBe('failed')
  await status('active')
  expect(await given.end(sent)).toEqual(failed('ORGANIZATION_INACTIVE'))
})

test('an answer that continues without a connected model: TEAMMATE_NOT_READY', async () => {
  await using given = await ready()
  const sent = await given.begin(hang)
  await app.ctx.db.update(aiEmployees).set({ model: null }).where(eq(aiEmployees.id, given.teammate.id))
  await given.takeOver(sent.run_id)
  expect(await given.end(sent)).toEqual(failed('TEAMMATE_NOT_READY'))
})

test('whatever else went wrong: RUN_FAILED', async () => {
  await using given = await ready()
  const sent = await given.begin(hang)
  // What the run works with cannot be read any more.
  const payloads = app.ctx.db.update(runPayloads).set({ data: Buffer.from('junk') })
  await payloads.where(eq(runPayloads.run_id, sent.run_id))
  await given.takeOver(sent.run_id)
  expect(await given.end(sent)).toEqual(failed('RUN_FAILED'))
})
