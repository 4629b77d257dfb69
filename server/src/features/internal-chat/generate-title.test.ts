import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { dispatchWaitingRuns } from '#features/runs/jobs.ts'
import { runLeases, runs, teammateSpend } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat, ownRooms } from '#testing/chats/internal-chat.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'
import type { Script } from '#testing/doubles/vendors/vendor-double.ts'

const app = await ownTestApp({ env: { GENERATE_TITLES: 'true' } })

const isTitleRequest = (body: object) => JSON.stringify(body).includes('You name conversations')

/** The vendor answers everything, and requests for a title as the test wants. */
async function ready(title: Script, more: Parameters<typeof givenInternalChat>[1] = {}) {
  const given = await givenInternalChat(app, more)
  given.vendor.reply(({ body }) => (isTitleRequest(body) ? title : { text: 'It comes tomorrow.' }))
  const titleRequests = () => given.vendor.requests.filter(({ body }) => isTitleRequest(body))
  const titleRuns = (conversation_id: string) =>
    app.ctx.db
      .select()
      .from(runs)
      .where(and(eq(runs.conversation_id, conversation_id), eq(runs.organization_id, given.organization.id)))
      .then((rows) => rows.filter(({ assistant_message_id }) => assistant_message_id === null))
  const titleRun = async (conversation_id: string) => {
    await expect.poll(async () => (await titleRuns(conversation_id))[0]?.completed_at ?? null).not.toBeNull()
    return (await titleRuns(conversation_id))[0]
  }
  const shown = async () => (await given.history()).data[0]
  return { ...given, titleRequests, titleRuns, titleRun, shown }
}

const named = (title: string, icon = 'delivery'): Script => ({ text: JSON.stringify({ title, icon }) })

test('after its first answer a chat has a title and an icon, and its owner and the inbox are notified of it', async () => {
  await using given = await ready(named('A late parcel'))
  const { conversation_id: id } = await given.sendAndWait('Where is my parcel?')
  const event = await app.events.next('conversation.title_updated', ({ payload }) => payload.id === id)
  expect(event.payload).toMatchObject({
    title: 'A late parcel',
    title_source: 'generated',
    conversation_icon_id: 'delivery',
    temporary_title: 'Where is my parcel?',
  })
  expect(event.rooms.toSorted()).toEqual(
    [
      `all-teammates:${given.organization.id}`,
      `teammate:${given.teammate.id}`,
      ...ownRooms(given, given.admin),
    ].toSorted(),
  )
  expect(await given.shown()).toMatchObject({ id, title: 'A late parcel' })

  await given.sendAndWait('And the other one?', { conversation_id: id })
  expect(given.titleRequests()).toHaveLength(1)
})

test('the teammate’s model is asked with question and answer, without its instructions and its tools', async () => {
  await using given = await ready(named('A late parcel'), {
    values: { instructions: 'Speak like a pirate.', tools: ['http_request'] },
  })
  const { conversation_id } = await given.sendAndWait('Where is my parcel?')
  await given.titleRun(conversation_id)
  const [request] = given.titleRequests()
  const sent = JSON.stringify(request?.body)
  expect(sent).toContain('Where is my parcel?')
  expect(sent).toContain('It comes tomorrow.')
  expect(sent).not.toContain('pirate')
  expect(request?.body.tools ?? []).toEqual([])
})

test('what a title costs is booked on the teammate’s day and logged as a run of the conversation', async () => {
  const price = { input_cost: 1000, output_cost: 1000 }
  await using given = await ready(named('A late parcel'), {
    organization: { ai_employee_daily_cost_limit_usd: 1000 },
    values: { model_values: price },
  })
  const { conversation_id, run_id } = await given.sendAndWait('Where is my parcel?')
  const run = await given.titleRun(conversation_id)
  expect(run).toMatchObject({ status: 'completed', user_id: given.admin.id, channel: 'employee_chat' })
  expect(run?.usd_cost).toBeCloseTo(0.015)
  const [step] = await stepsOf(app, run?.id ?? '')
  expect(step).toMatchObject({ name: 'Title', status: 'completed' })
  const [answer] = await app.ctx.db.select().from(runs).where(eq(runs.id, run_id))
  const [spent] = await app.ctx.db.select().from(teammateSpend).where(eq(teammateSpend.employee_id, given.teammate.id))
  expect(spent?.spent_usd).toBeCloseTo((answer?.usd_cost ?? 0) + (run?.usd_cost ?? 0))
  expect(spent?.reserved_usd).toBe(0)
})

test('a title that a person gives while one is being found stays', async () => {
  const { promise: isNamed, resolve: goOn } = Promise.withResolvers<void>()
  await using given = await ready({ chunks: ['{"title": "Generated", ', '"icon": "chat"}'], until: isNamed })
  const { conversation_id: id } = await given.sendAndWait('Where is my parcel?')
  await expect.poll(() => given.titleRequests().length).toBe(1)
  await given.client.patch(`${given.path}/conversations/${id}/title`, { title: 'Mine' })
  goOn()
  expect(await given.titleRun(id)).toMatchObject({ status: 'completed' })
  expect(await given.shown()).toMatchObject({ title: 'Mine', title_source: 'user', conversation_icon_id: null })
})

test.each([
  ['fenced JSON is read', { text: '```json\n{"title": "Parcels", "icon": "delivery"}\n```' }, 'Parcels', 'delivery'],
  ['an icon that nobody knows is none', named('Parcels', 'rocket'), 'Parcels', null],
  ['a long title is cut', named('x'.repeat(300)), `${'x'.repeat(59)}…`, 'delivery'],
  ['only the first line counts', named('Parcels\nand more'), 'Parcels', 'delivery'],
  ['prose is no title', { text: 'I would call it Parcels.' }, null, null],
  ['an empty title is none', named('  '), null, null],
])('%s', async (_rule, script, title, icon) => {
  await using given = await ready(script)
  const { conversation_id } = await given.sendAndWait('Where is my parcel?')
  await given.titleRun(conversation_id)
  expect(await given.shown()).toMatchObject({
    title,
    conversation_icon_id: icon,
    temporary_title: 'Where is my parcel?',
  })
})

test('a model that fails leaves the first words as the title, and is not asked again', async () => {
  await using given = await ready({ fault: 'status', status: 400, message: 'No' })
  const { conversation_id } = await given.sendAndWait('Where is my parcel?')
  await expect.poll(async () => (await given.titleRuns(conversation_id))[0]?.status).toBe('failed')
  expect((await given.client.get(`${given.path}/messages`)).body.data[0]).toMatchObject({ status: 'completed' })
  expect(await given.shown()).toMatchObject({ title: null, temporary_title: 'Where is my parcel?' })
  await given.sendAndWait('And now?', { conversation_id })
  expect(await given.titleRuns(conversation_id)).toHaveLength(1)
})

test('where the first answer fails, the first one that is whole brings the title', async () => {
  await using given = await ready(named('A late parcel'))
  given.vendor.reply({ fault: 'status', status: 400, message: 'No' })
  const { conversation_id } = await given.sendAndWait('Where is my parcel?')
  await given.sendAndWait('Where is it?', { conversation_id })
  await given.titleRun(conversation_id)
  expect(await given.shown()).toMatchObject({ title: 'A late parcel' })
  expect(given.titleRequests()).toHaveLength(1)
})

test('two answers at once bring one title', async () => {
  await using given = await ready(named('Two at once'))
  const { body: chat } = await given.client.post(`${given.path}/conversations/new`)
  const to = { conversation_id: chat.id }
  await Promise.all([given.sendAndWait('One', to), given.sendAndWait('Two', to), given.sendAndWait('Three', to)])
  await given.titleRun(chat.id)
  await given.sendAndWait('Four', to)
  expect(given.titleRequests()).toHaveLength(1)
  expect(await given.titleRuns(chat.id)).toHaveLength(1)
})

test('a title that was being found when its process died is found by another', async () => {
  await using given = await ready({ fault: 'hang' })
  const { conversation_id } = await given.sendAndWait('Where is my parcel?')
  await expect.poll(() => given.titleRequests().length).toBe(1)
  const [run] = await given.titleRuns(conversation_id)
  given.vendor.reply(() => named('Found after all'))
  const dead = { holder: newId(), expires_at: new Date(0) }
  await app.ctx.db
    .update(runLeases)
    .set(dead)
    .where(eq(runLeases.run_id, run?.id ?? ''))
  await app.runJob(dispatchWaitingRuns)
  await expect.poll(async () => (await given.shown())?.title).toBe('Found after all')
  expect(given.titleRequests()).toHaveLength(2)
})

test('an organization that is inactive by then, or a teammate at its limit, gets no title', async () => {
  for (const values of [{ status: 'inactive' }, { ai_employee_daily_cost_limit_usd: 0.01 }] as const) {
    const price = { input_cost: 1000, output_cost: 1000 }
    await using given = await ready(named('Too late'), { values: { model_values: price } })
    const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>()
    given.vendor.reply({ chunks: ['word ', 'and word'], until: isOver })
    const { body } = await given.send('Where is my parcel?')
    await app.events.next('message_delta', ({ payload }) => payload.run_id === body.run_id)
    await app.ctx.db.update(organizations).set(values).where(eq(organizations.id, given.organization.id))
    goOn()
    await app.events.next('conversation.message_updated', ({ payload }) => payload.id === body.assistant_message_id)
    // A title that is found elsewhere from beginning to end comes after whatever this answer has set off.
    await using elsewhere = await ready(named('Elsewhere'))
    await elsewhere.titleRun((await elsewhere.sendAndWait('Hello')).conversation_id)
    expect(given.titleRequests()).toEqual([])
    expect(await given.titleRuns(body.conversation_id)).toEqual([])
  }
})

test('a customer’s conversation gets no title', async () => {
  await using given = await ready(named('A late parcel'))
  const answer = await app.withKey(given.private_key).post(`/api/private/employee/${given.teammate.id}/messages`, {
    message: 'Where is my parcel?',
    channel: 'api',
    conversation: { id: 'order-1' },
    contact: { id: 'customer-1' },
  })
  expect(answer.status).toBe(200)
  expect(given.vendor.requests).toHaveLength(1)
})
