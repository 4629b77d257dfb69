import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { FlowStep } from '#contracts/flows.ts'
import { internalChat, internalChatKey } from '#features/internal-chat/channel.ts'
import { sendMessage } from '#features/replies/send-message.ts'
import { isActive } from '#features/runs/access.ts'
import { resumeRun } from '#features/runs/control/resume-run.ts'
import { dispatchWaitingRuns, wakeSuspendedRuns } from '#features/runs/jobs.ts'
import { runLeases, runSteps, runSuspensions, runs } from '#features/runs/table.ts'
import { extendContext } from '#platform/bus/create-context.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf, runOf } from '#testing/chats/private-chat.ts'
import type { Script as Reply } from '#testing/doubles/vendors/vendor-double.ts'
import { chain, featuresWithWaiting, step } from '#testing/runs/waiting-steps.ts'

const app = await ownTestApp({ features: featuresWithWaiting })

const message = (text: string) => step('message', { text })
const ask = (question: string) => step('ask', { question })

/** A person's chat, in which a message is answered by these steps. */
async function asked(...steps: ((employee_id: string) => FlowStep)[]) {
  return askedWith([], ...steps)
}

/** The same with a model that answers so from the beginning. */
async function askedWith(replies: Reply[], ...steps: ((employee_id: string) => FlowStep)[]) {
  const given = await givenInternalChat(app)
  given.vendor.reply(...replies)
  const { organization, teammate, admin } = given
  const ctx = extendContext(app.ctx, { organization })
  const { run, answer } = await sendMessage(ctx, {
    teammate,
    channel: internalChat,
    key: internalChatKey,
    to: { open: { contact_external_id: admin.id, contact: {}, external_id: null } },
    opens_current: true,
    user_id: admin.id,
    message: 'Where is my order?',
    attachments: [],
    is_async: true,
    flow: chain(...steps.map((make) => make(teammate.id))),
  })
  const chat = `${given.path}/conversations/${answer.conversation_id}`
  return {
    ...given,
    ctx,
    run,
    chat,
    id: answer.id,
    status: async () => (await runOf(app, run.id)).status,
    /** The answer as a tab reads it that opens now. */
    read: async () => {
      const { body } = await given.client.get(`${given.path}/messages`)
      return body.data.find(({ id }: { id: string }) => id === answer.id)
    },
    waiting: () => app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run.id)),
    reply: async (value: string) => {
      const [open] = await app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, run.id))
      return resumeRun(ctx, { run_id: run.id, seq: open?.seq ?? -1, value })
    },
    stop: () => given.client.post(`${chat}/stop-generation`, { run_id: run.id }),
    events: () => app.events.all().filter(({ payload }) => (payload.message_id ?? payload.id) === answer.id),
    ended: () => app.events.next('message_done', ({ payload }) => payload.id === answer.id),
  }
}
type Asked = Awaited<ReturnType<typeof asked>>

/** What a tab shows that read the answer and then heard these events. */
function followed(read: { content: string; stream_index: number }, events: ReturnType<Asked['events']>): string {
  let { content, stream_index } = read
  for (const { name, payload } of events) {
    if (name === 'internal.message_updated') {
      content = String(payload.content)
      stream_index = Number(payload.stream_index)
    } else if (name === 'message_delta' && Number(payload.index) >= stream_index) {
      expect(payload.index, 'a gap').toBe(stream_index)
      content += payload.delta
      stream_index += 1
    }
  }
  return content
}

const BEFORE = 'I will look.\n\nWhich order?'
const WHOLE = `${BEFORE}\n\nOrder 7 is on its way.`
const question = [() => message('I will look.'), () => ask('Which order?')]
const agent = (employee_id: string) => step('agent', { employee_id })

test('an answer that waits keeps what it said, says since when, and continues after it', async () => {
  await using given = await asked(...question, agent)
  given.vendor.reply({ chunks: ['Order 7 ', 'is on ', 'its way.'], delay_ms: 40 })
  await expect.poll(given.status).toBe('suspended')
  const waits = { status: 'in_progress', content: BEFORE, waiting_since: expect.any(String), is_stopped: false }
  const joined = await given.read()
  expect(joined).toMatchObject(waits)
  const update = given.events().findLast(({ name }) => name === 'internal.message_updated')
  expect(update?.payload).toMatchObject({ ...waits, stream_index: joined.stream_index })
  expect(update?.payload.waiting_since).toBe(joined.waiting_since)
  const before = given.events().length

  expect(await given.reply('7')).toBe(true)
  await given.ended()
  const whole = await given.read()
  expect(whole).toMatchObject({ status: 'completed', content: WHOLE, is_stopped: false })
  expect(whole).not.toHaveProperty('waiting_since')
  const after = given.events().slice(before)
  expect(followed(joined, after)).toBe(WHOLE)
  const goesOn = after.find(({ name }) => name === 'internal.message_updated')
  expect(goesOn?.payload).not.toHaveProperty('waiting_since')
  expect(Number(goesOn?.payload.stream_index)).toBeGreaterThan(joined.stream_index)
})

test('an answer that waits for days for a time keeps what it said, and ends with what follows', async () => {
  await using given = await asked(
    () => message('I will remind you.'),
    () => step('pause', { seconds: 3 * 86_400 }),
    () => message('It is Friday.'),
  )
  await expect.poll(given.status).toBe('suspended')
  expect(await given.read()).toMatchObject({ content: 'I will remind you.', waiting_since: expect.any(String) })
  await app.ctx.db
    .update(runSuspensions)
    .set({ wakes_at: new Date(app.ctx.now().getTime() - 1) })
    .where(eq(runSuspensions.run_id, given.run.id))
  await app.runJob(wakeSuspendedRuns)
  await given.ended()
  expect(await given.read()).toMatchObject({ status: 'completed', content: 'I will remind you.\n\nIt is Friday.' })
})

test('an answer that waits is stopped as any other, and what it said remains', async () => {
  await using given = await asked(...question, agent)
  await expect.poll(given.status).toBe('suspended')
  expect(await given.stop()).toMatchObject({ status: 200, body: { stopped: true } })
  const done = await given.ended()
  expect(done.payload).toMatchObject({ status: 'completed', content: BEFORE, is_stopped: true })
  expect(done.payload).not.toHaveProperty('waiting_since')
  expect([await given.status(), await given.waiting(), given.vendor.requests]).toEqual(['cancelled', [], []])
  expect(await isActive(app.ctx, given.run.id)).toBe(false)
  expect(await given.stop()).toMatchObject({ status: 200, body: { stopped: false } })
})

test('an answer that waits in a chat that is deleted waits no longer, and its words are there after a restore', async () => {
  await using given = await asked(...question, agent)
  await expect.poll(given.status).toBe('suspended')
  expect((await given.client.delete(given.chat)).status).toBe(200)
  await expect.poll(given.status).toBe('cancelled')
  expect(await given.waiting()).toEqual([])
  expect(await messageOf(app, given.id)).toMatchObject({ content: BEFORE, is_stopped: true, waiting_since: null })
})

test('a process that continues with an answer of one that ended says again what was said before and after it waited', async () => {
  await using given = await asked(...question, () => message('Thank you.'), agent)
  given.vendor.reply({ fault: 'hang_midway', chunks: ['Order 7 is', ' lost.'] }, { text: 'Order 7 is on its way.' })
  await expect.poll(given.status).toBe('suspended')
  const joined = await given.read()
  const before = given.events().length
  await given.reply('7')
  await expect.poll(async () => (await given.read()).content).toBe(`${BEFORE}\n\nThank you.\n\nOrder 7 is`)

  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(0) })
    .where(eq(runLeases.run_id, given.run.id))
  await app.runJob(dispatchWaitingRuns)
  await given.ended()
  const content = `${BEFORE}\n\nThank you.\n\nOrder 7 is on its way.`
  expect(await given.read()).toMatchObject({ status: 'completed', content })
  const events = given.events().slice(before)
  expect(followed(joined, events.slice(0, -1))).toBe(content)
})

test('what was said before a process was lost stands, though the answer had not come to its wait', async () => {
  const replies: Reply[] = [{ fault: 'hang' }, { text: 'Order 7 is on its way.' }]
  await using given = await askedWith(
    replies,
    () => message('I will look.'),
    agent,
    () => ask('Is it well?'),
  )
  await expect.poll(() => given.vendor.requests.length).toBe(1)
  await app.ctx.db
    .update(runLeases)
    .set({ holder: newId(), expires_at: new Date(0) })
    .where(eq(runLeases.run_id, given.run.id))
  await app.runJob(dispatchWaitingRuns)
  await expect.poll(given.status).toBe('suspended')
  const content = 'I will look.\n\nOrder 7 is on its way.\n\nIs it well?'
  expect(await given.read()).toMatchObject({ content, waiting_since: expect.any(String) })
})

test('while an answer waits its chat continues, and the model knows what was said', async () => {
  await using given = await asked(...question, agent)
  await expect.poll(given.status).toBe('suspended')
  given.vendor.reply({ text: 'Until six.' })
  const { body } = await given.send('And when do you close?')
  await app.events.next('message_done', ({ payload }) => payload.id === body.assistant_message_id)
  const sent = given.vendor.requests.at(-1)?.body.messages as { role: string; content: unknown }[]
  expect(sent.filter(({ role }) => role !== 'system')).toEqual([
    { role: 'user', content: 'Where is my order?' },
    { role: 'assistant', content: BEFORE },
    { role: 'user', content: 'And when do you close?' },
  ])
  expect(await given.read()).toMatchObject({ status: 'in_progress', content: BEFORE })
})

test('an answer whose flow calls another waits with it, and says what both said in their order', async () => {
  const inner = chain(message('Let me ask.'), ask('Which order?'), message('Thank you.'))
  await using given = await asked(
    () => message('Hello.'),
    () => step('call', { flow: inner.flow, start: inner.starting_step_id }),
    () => message('Goodbye.'),
  )
  await expect.poll(given.status).toBe('suspended')
  const content = 'Hello.\n\nLet me ask.\n\nWhich order?'
  expect(await given.read()).toMatchObject({ content, waiting_since: expect.any(String) })
  await given.reply('7')
  await given.ended()
  expect(await given.read()).toMatchObject({ status: 'completed', content: `${content}\n\nThank you.\n\nGoodbye.` })
})

test('an answer that has waited for months ends, whether it is answered or stopped', async () => {
  for (const isStopped of [false, true]) {
    await using given = await asked(...question, () => message('Thank you.'))
    await expect.poll(given.status).toBe('suspended')
    const started_at = new Date(app.ctx.now().getTime() - 100 * 86_400_000)
    await app.ctx.db.update(runs).set({ started_at }).where(eq(runs.id, given.run.id))
    await app.ctx.db.update(runSteps).set({ started_at }).where(eq(runSteps.run_id, given.run.id))
    if (isStopped) await given.stop()
    else await given.reply('7')
    const { payload } = await given.ended()
    const content = isStopped ? BEFORE : `${BEFORE}\n\nThank you.`
    expect(payload).toMatchObject({ status: 'completed', content, is_stopped: isStopped, generation_ms: null })
  }
})
