import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { dispatchWaitingRuns } from '#features/runs/jobs.ts'
import { runLeases, runs, teammateSpend } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInbox } from '#testing/chats/inbox.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'

const app = await ownTestApp({ env: { GENERATE_TITLES: 'true' } })

const WANTED = 'Suggest the next reply to the contact.'
const isDraft = (body: object) => JSON.stringify(body).includes(WANTED)
/** Dollars per million tokens: an answer of a thousand tokens costs 0.10. */
const PRICES = { input_cost: 0, output_cost: 100 }

/** The vendor answers everything, and requests for a draft as the test wants. */
async function ready(draft: Script | (() => Script), more: Parameters<typeof givenInbox>[1] = {}) {
  const given = await givenInbox(app, more)
  given.vendor.reply(({ body }) => {
    if (!isDraft(body)) return { text: 'We are looking into it.' }
    return typeof draft === 'function' ? draft() : draft
  })
  const id = await given.open()
  const admin = await app.given.membership(given.organization, 'admin')
  const colleague = await app.as(admin)
  return {
    ...given,
    id,
    colleague,
    suggest: (client = given.operator) => client.post(given.at(id, '/draft')),
    requests: () => given.vendor.requests.filter(({ body }) => isDraft(body)),
    drafts: async () => {
      const rows = await app.ctx.db.select().from(runs).where(eq(runs.conversation_id, id))
      return rows.filter(({ assistant_message_id }) => assistant_message_id === null)
    },
    messages: async () => (await given.operator.get(given.at(id, '/messages'))).body.data.length as number,
  }
}

test('the teammate suggests a reply from all that was said, and nothing of it is sent, stored or pushed', async () => {
  await using given = await ready(
    { text: ' Your parcel comes tomorrow. ' },
    { values: { instructions: 'Speak like a pirate.' } },
  )
  const messages = await given.messages()
  // The event of the conversation itself, for which its customer has not waited.
  await app.events.next('conversation.updated', ({ payload }) => payload.id === given.id)
  const before = app.events.all().length
  const { status, body } = await given.suggest()
  expect(status).toBe(200)
  expect(body).toMatchObject({ content: 'Your parcel comes tomorrow.', run_id: expect.any(String) })
  const [request] = given.requests()
  const sent = JSON.stringify(request?.body.messages)
  for (const part of ['Speak like a pirate.', 'Hello', 'We are looking into it.']) expect(sent).toContain(part)
  expect(await given.messages()).toBe(messages)
  // Only people who can read the logs are notified of the run.
  const events = app.events
    .all()
    .slice(before)
    .filter(({ name }) => !name.startsWith('workflow_run.'))
  expect(events).toEqual([])
  expect((await given.operator.get(given.at(given.id))).body).toMatchObject({ has_assigned_operator: false })
})

test('a suggestion is logged as a run of its conversation and its person, with its tokens and its cost', async () => {
  const usage = { input_tokens: 10, output_tokens: 1000 }
  await using given = await ready({ text: 'Tomorrow.', usage }, { values: { model_values: PRICES } })
  const { body } = await given.suggest()
  const [run] = await given.drafts()
  expect(run).toMatchObject({
    id: body.run_id,
    status: 'completed',
    user_id: given.owner.id,
    employee_id: given.teammate.id,
    output_tokens: 1000,
    usd_cost: 0.1,
  })
  expect(await stepsOf(app, body.run_id)).toMatchObject([{ name: 'Draft of a reply', status: 'completed' }])
  const [spent] = await app.ctx.db.select().from(teammateSpend).where(eq(teammateSpend.employee_id, given.teammate.id))
  expect(spent?.spent_usd).toBeGreaterThanOrEqual(0.1)
  expect(spent?.reserved_usd).toBe(0)
})

test('of its tools the teammate has those that only read', async () => {
  const tools = ['storage.search', 'storage.read_file', 'storage.write_file', 'conversation.request_operator']
  const organization = { use_lazy_tools: false }
  await using given = await ready(
    { text: 'Tomorrow.' },
    { values: { tools: [...tools, 'http_request'] }, organization },
  )
  await given.suggest()
  const [request] = given.requests()
  const offered = (request?.body.tools ?? []) as { function: { name: string } }[]
  expect(offered.map((tool) => tool.function.name.replace(/[^a-z]+/g, '_')).toSorted()).toEqual([
    'storage_read_file',
    'storage_search',
  ])
})

test('a model that fails is reported in a sentence, and what it cost is booked', async () => {
  await using given = await ready({ fault: 'status', status: 500, message: 'Out of order' })
  const { status, body } = await given.suggest()
  expect({ status, code: body.code }).toEqual({ status: 502, code: 'MODEL_FAILED' })
  expect(body.error).toMatch(/^No model could answer\./)
  expect(await given.drafts()).toMatchObject([{ status: 'failed', error_code: 'MODEL_FAILED' }])
})

test('a model that says nothing has suggested nothing', async () => {
  await using given = await ready({ text: '  ' })
  expect(await given.suggest()).toMatchObject({ status: 502, body: { code: 'MODEL_FAILED' } })
})

test('at the daily limit, without credits and without a model nothing is asked', async () => {
  await using given = await ready({ text: 'Never' })
  const spent = { organization_id: given.organization.id, employee_id: given.teammate.id, spent_usd: 5 }
  // Midnight may come before it is asked.
  const days = [0, 86_400_000].map((ms) => new Date(app.ctx.now().getTime() + ms).toISOString().slice(0, 10))
  await app.ctx.db.insert(teammateSpend).values(days.map((day) => ({ ...spent, day })))
  const limit = { ai_employee_daily_cost_limit_usd: 5 }
  await app.ctx.db.update(organizations).set(limit).where(eq(organizations.id, given.organization.id))
  expect(await given.suggest()).toMatchObject({ status: 422, body: { code: 'DAILY_LIMIT_REACHED' } })
  await app.ctx.db
    .update(organizations)
    .set({ ai_employee_daily_cost_limit_usd: null })
    .where(eq(organizations.id, given.organization.id))
  await given.operator.patch(`${given.base}/providers/custom`, { base_url: null, api_key: null })
  expect(await given.suggest()).toMatchObject({ status: 422, body: { code: 'TEAMMATE_NOT_READY' } })
  expect(await given.drafts()).toEqual([])
})

test('asking eight times at once is paid once, and a colleague has a suggestion of their own', async () => {
  const { promise: all, resolve: goOn } = Promise.withResolvers<void>()
  await using given = await ready({ chunks: ['To', 'morrow'], until: all })
  const asked = Array.from({ length: 8 }, () => given.suggest())
  await expect.poll(() => given.requests().length).toBe(1)
  // It comes after all of those and goes further than they do, so they wait for the first by the time it asks.
  const another = given.suggest(given.colleague)
  await expect.poll(() => given.requests().length).toBe(2)
  goOn()
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(1)
  expect((await another).body.run_id).not.toBe(answers[0]?.body.run_id)
  expect(given.requests()).toHaveLength(2)
  expect((await given.suggest()).body.run_id).not.toBe(answers[0]?.body.run_id)
})

test('a person who closes the request stops the model, and another who waited for the same suggestion still gets one', async () => {
  await using given = await ready({ fault: 'hang' })
  const leaving = new AbortController()
  const cookie = `${app.config.SESSION_COOKIE_NAME}=${(await app.given.session(given.owner)).cookie}`
  const headers = { cookie, 'content-type': 'application/json' }
  const path = given.at(given.id, '/draft')
  const asked = given.operator.send(path, { method: 'POST', body: '{}', headers, signal: leaving.signal })
  await expect.poll(() => given.requests().length).toBe(1)
  const waiting = given.suggest()
  given.vendor.reply(() => ({ text: 'Tomorrow.' }))
  leaving.abort()
  await expect(asked).rejects.toThrow()
  expect(await waiting).toMatchObject({ status: 200, body: { content: 'Tomorrow.' } })
  await expect.poll(() => given.vendor.aborted).toBe(1)
  const statuses = async () => (await given.drafts()).map(({ status }) => status).toSorted()
  await expect.poll(statuses).toEqual(['cancelled', 'completed'])
})

test('taking the conversation over does not stop a suggestion for it', async () => {
  const { promise: isTaken, resolve: goOn } = Promise.withResolvers<void>()
  await using given = await ready({ chunks: ['To', 'morrow'], until: isTaken })
  const asked = given.suggest()
  await expect.poll(() => given.requests().length).toBe(1)
  expect((await given.operator.post(given.at(given.id, '/assign'))).status).toBe(200)
  goOn()
  expect(await asked).toMatchObject({ status: 200, body: { content: 'Tomorrow' } })
})

test('a suggestion whose process died is finished by another, for the caller who waits for it', async () => {
  await using given = await ready({ fault: 'hang' })
  const first = given.suggest()
  await expect.poll(() => given.requests().length).toBe(1)
  const [run] = await given.drafts()
  given.vendor.reply(() => ({ text: 'After all.' }))
  const dead = { holder: newId(), expires_at: new Date(0) }
  await app.ctx.db
    .update(runLeases)
    .set(dead)
    .where(eq(runLeases.run_id, run?.id ?? ''))
  const again = given.suggest()
  await app.runJob(dispatchWaitingRuns)
  expect(await first).toMatchObject({ status: 200, body: { run_id: run?.id, content: 'After all.' } })
  expect(await again).toMatchObject({ status: 200, body: { content: 'After all.' } })
})

test('a chat gets its title though someone had a reply suggested before', async () => {
  await using given = await givenInternalChat(app)
  given.vendor.reply(({ body }) => {
    const asked = JSON.stringify(body)
    if (asked.includes('You name conversations')) return { text: '{"title": "A late parcel", "icon": "delivery"}' }
    return asked.includes(WANTED) ? { text: 'Tomorrow.' } : { fault: 'status', status: 400, message: 'No' }
  })
  const { conversation_id } = await given.sendAndWait('Where is my parcel?')
  expect((await given.client.post(`${given.base}/conversations/${conversation_id}/draft`)).status).toBe(200)
  given.vendor.reply(({ body }) =>
    JSON.stringify(body).includes('You name conversations')
      ? { text: '{"title": "A late parcel", "icon": "delivery"}' }
      : { text: 'It comes.' },
  )
  await given.sendAndWait('Where is it?', { conversation_id })
  await expect.poll(async () => (await given.history()).data[0]?.title).toBe('A late parcel')
})

test('nobody has a reply suggested in a conversation that they do not see, nor while the organization is inactive', async () => {
  await using given = await ready({ text: 'Never' })
  await using other = await ready({ text: 'Never' })
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  for (const client of [member, other.operator]) expect((await given.suggest(client)).status).toBe(404)
  expect((await given.suggest(app.anyone)).status).toBe(401)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, given.organization.id))
  expect(await given.suggest()).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
  expect(given.requests()).toEqual([])
})

test('a flood of requests is refused, and pays for no more than it was given', async () => {
  await using given = await ready({ text: 'Tomorrow.' })
  const answers = await Promise.all(Array.from({ length: 30 }, () => given.suggest()))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
})
