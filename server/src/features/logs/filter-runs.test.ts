import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LOGGED_CHANNELS, shownChannel } from '#contracts/log-names.ts'
import type { ListedRun } from '#contracts/logged-runs.ts'
import { contactChannels, contacts } from '#features/contacts/table.ts'
import { conversations, participants } from '#features/conversations/table.ts'
import { runSteps, runs } from '#features/runs/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()
const NOON = Date.parse('2026-03-01T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000)

/** Runs by the names that the tests give them, in an organization with one admin and one other teammate. */
async function given() {
  const { organization, admin, member, owner } = await app.given.organization()
  const ada = await app.given.teammate(organization, { name: 'Ada' })
  const bob = await app.given.teammate(organization, { name: 'Bob' })
  const organization_id = organization.id
  const base = `/api/organizations/${organization_id}/workflows/runs`
  const names = new Map<string, string>()
  const add = async (name: string, values: Partial<typeof runs.$inferInsert> = {}) => {
    const id = newId()
    names.set(id, name)
    await app.ctx.db.insert(runs).values({ id, organization_id, employee_id: ada.id, ...values })
    return id
  }
  const client = await app.as(admin)
  const list = async (query: string) => (await client.get(`${base}?exclude=flow,state&${query}`)).body
  const named = async (query: string) => (await list(query)).data.map(({ run_id }: ListedRun) => names.get(run_id))
  return { organization_id, admin, member, owner, ada, bob, base, add, client, list, named }
}

test('each filter finds exactly the runs that it describes, newest first, and filters narrow each other', async () => {
  const { ada, bob, admin, organization_id, add, named } = await given()
  const conversation_id = newId()
  const [workflow_id, trigger_id] = [newId(), newId()]
  const ended = (minutes: number, seconds: number) => ({
    status: 'completed' as const,
    created_at: at(minutes),
    completed_at: new Date(at(minutes).getTime() + seconds * 1000),
  })
  const quick = await add('quick', { ...ended(0, 0.5), input_tokens: 60, output_tokens: 39, usd_cost: 0.0009999 })
  await add('even', { ...ended(1, 1), input_tokens: 60, output_tokens: 40, usd_cost: 0.001, model: 'm-1' })
  await add('slow', { ...ended(2, 61), input_tokens: 9000, output_tokens: 1001, usd_cost: 0.2, channel: 'web_chat' })
  await add('failed', {
    status: 'failed',
    created_at: at(3),
    failed_at: at(4),
    error: 'No model could answer',
    employee_id: bob.id,
  })
  await add('cancelled', {
    status: 'cancelled',
    created_at: at(5),
    cancelled_at: at(6),
    user_id: admin.id,
    is_async: true,
  })
  await add('running', { status: 'running', created_at: at(7), conversation_id, channel: 'api' })
  await add('flow', {
    status: 'suspended',
    created_at: at(8),
    employee_id: null,
    workflow_id,
    trigger_id,
    state: { CRM: 'HubSpot', tries: 3, paid: true },
  })
  await app.ctx.db.insert(runSteps).values(
    ['first', 'second'].map((step_id, n) => ({
      run_id: quick,
      organization_id,
      seq: n + 1,
      step_id,
      type: 'message',
      name: step_id,
      status: 'completed' as const,
      started_at: at(0),
    })),
  )

  const all = ['flow', 'running', 'cancelled', 'failed', 'slow', 'even', 'quick']
  const expected: [string, string[]][] = [
    ['', all],
    [`run_id=${quick}`, ['quick']],
    [`conversation_id=${conversation_id}`, ['running']],
    ['status=failed', ['failed']],
    ['statuses=failed,cancelled', ['cancelled', 'failed']],
    ['statuses=failed&statuses=running,cancelled', ['running', 'cancelled', 'failed']],
    ['status=running&statuses=failed', ['running', 'failed']],
    ['channel=web_chat', ['slow']],
    ['channel=api', all.filter((name) => name !== 'slow')],
    [`ai_employee_id=${bob.id}`, ['failed']],
    [`initiator_user_id=${admin.id}`, ['cancelled']],
    [`workflow_id=${workflow_id}`, ['flow']],
    [`trigger_id=${trigger_id}`, ['flow']],
    ['model=m-1', ['even']],
    [`started=${at(1).toISOString()}..${at(3).toISOString()}`, ['slow', 'even']],
    [`started=${at(7).toISOString()}..`, ['flow', 'running']],
    ['started=..2026-03-01', []],
    ['started=2026-03-01..2026-03-02', all],
    [`ended=${at(1).toISOString()}..`, ['slow', 'even']],
    [`ended=..${at(1).toISOString()}`, ['quick']],
    ['duration=..1000', ['quick']],
    ['duration=1000..10000', ['even']],
    ['duration=60000..', ['cancelled', 'failed', 'slow']],
    ['tokens=..100', ['flow', 'running', 'cancelled', 'failed', 'quick']],
    ['tokens=100..1000', ['even']],
    ['tokens=10000..', ['slow']],
    ['cost=..0.001', ['flow', 'running', 'cancelled', 'failed', 'quick']],
    ['cost=0.001..0.01', ['even']],
    ['cost=0.1..', ['slow']],
    ['state[CRM]=HubSpot', ['flow']],
    ['state[CRM]=hubspot', []],
    ['state[tries]=3&state[paid]=true', ['flow']],
    ['state[tries]=4', []],
    ['state[currentStepId]=second', ['quick']],
    ['state[currentStepId]=first', []],
    ['state[error]=No+model+could+answer', ['failed']],
    [`state[runtimeContext.userId]=${admin.id}`, ['cancelled']],
    ['state[runtimeContext.isAsync]=true', ['cancelled']],
    [`ai_employee_id=${ada.id}&duration=60000..&statuses=completed`, ['slow']],
    [`ai_employee_id=${bob.id}&statuses=completed`, []],
  ]
  for (const [query, found] of expected) expect(await named(query), query).toEqual(found)
})

test('a channel is called alike by a row, the filter, the file and usage, also where nobody wrote in a conversation', async () => {
  const { add, named, client, list, base, organization_id } = await given()
  const called: [name: string, channel: string | null][] = [
    ['bare', null],
    ['program', 'api'],
    ['hosted', 'mcp'],
    ['tried', 'console'],
    ['page', 'web_chat'],
    ['own', 'crm'],
  ]
  const ids = new Map<string, string>()
  for (const [name, channel] of called) {
    const id = await add(name, { channel, employee_id: null, status: 'running' })
    ids.set(id, name)
    await app.ctx.db.update(runs).set({ status: 'completed', completed_at: new Date() }).where(eq(runs.id, id))
  }
  const rows: ListedRun[] = (await list('')).data
  const labels = new Map(rows.map((run) => [ids.get(run.run_id), shownChannel(run)]))
  const by = (label: string) => called.map(([name]) => name).filter((name) => labels.get(name) === label)
  for (const label of new Set(labels.values())) {
    expect((await named(`channel=${label}`)).toReversed(), label).toEqual(by(label))
    const csv: string = (await client.get(`${base}.csv?channel=${label}`)).body
    const [head = '', ...lines] = csv.trim().split('\n')
    const at = head.split(',').indexOf('channel')
    expect(lines.map((line) => line.split(',')[at])).toEqual(by(label).map(() => label))
  }
  expect(by('api')).toEqual(['bare', 'program'])
  for (const label of ['api', 'mcp', 'console']) expect(LOGGED_CHANNELS).toContain(label)
  const { body } = await client.get(`/api/organizations/${organization_id}/usage?group_by=channel`)
  expect(body.groups.map(({ key }: { key: string }) => key).sort()).toEqual([...new Set(labels.values())].sort())
})

test('a contact is found by the conversations that they began or take part in, also after their runs were written', async () => {
  const { ada, organization_id, add, named } = await given()
  const contact = async (name: string) => {
    const [row] = await app.ctx.db.insert(contacts).values({ organization_id, first_name: name }).returning()
    const [channel] = await app.ctx.db
      .insert(contactChannels)
      .values({ organization_id, contact_id: row?.id ?? '', channel: 'web_chat', external_id: name, auto_name: name })
      .returning()
    return { id: row?.id ?? '', channel_id: channel?.id ?? '' }
  }
  const [vera, paul] = [await contact('Vera'), await contact('Paul')]
  const conversation = async (contact_channel_id: string) => {
    const [row] = await app.ctx.db
      .insert(conversations)
      .values({ organization_id, employee_id: ada.id, contact_channel_id, channel: 'web_chat' })
      .returning()
    return row?.id ?? ''
  }
  const of = { vera: await conversation(vera.channel_id), paul: await conversation(paul.channel_id) }
  await app.ctx.db
    .insert(participants)
    .values({ organization_id, conversation_id: of.paul, contact_channel_id: vera.channel_id })
  await add('hers', { conversation_id: of.vera, created_at: at(1) })
  await add('his, she takes part', { conversation_id: of.paul, contact_id: paul.id, created_at: at(2) })
  await add('hers alone', { contact_id: vera.id, created_at: at(3) })
  await add('nobody’s', { created_at: at(4) })
  expect(await named(`contact_id=${vera.id}`)).toEqual(['hers alone', 'his, she takes part', 'hers'])
  expect(await named(`contact_id=${paul.id}`)).toEqual(['his, she takes part'])
  expect(await named(`contact_id=${newId()}`)).toEqual([])
})

test('runs come in pages of at most a hundred, with a total that is exact', async () => {
  const { organization_id, ada, list, client, base } = await given()
  const values = Array.from({ length: 130 }, (_, n) => ({ organization_id, employee_id: ada.id, created_at: at(n) }))
  await app.ctx.db.insert(runs).values(values)
  expect(await list('')).toMatchObject({ page: 1, limit: 25, total: 130, hasMore: true })
  const last = await list('limit=100&page=2')
  expect(last).toMatchObject({ page: 2, limit: 100, total: 130, hasMore: false })
  expect(last.data).toHaveLength(30)
  expect(last.data.at(-1).created_at).toBe(at(0).toISOString())
  expect((await client.get(`${base}?limit=101`)).status).toBe(400)
})

test('what is no value of a filter is refused, each by its name', async () => {
  const { client, base } = await given()
  const junk = {
    conversation_id: 'x',
    status: 'done',
    statuses: 'completed,done',
    run_id: '1',
    channel: '',
    ai_employee_id: 'ada',
    initiator_user_id: 'me',
    contact_id: 'x',
    workflow_id: 'x',
    model: '',
    trigger_id: 'x',
    state: 'x',
    started: 'yesterday..',
    ended: '2026-01-01',
    duration: '..',
    tokens: '1..2..3',
    cost: '-1..',
    page: '0',
    limit: '0',
  }
  for (const [name, value] of Object.entries(junk)) {
    const { status, body } = await client.get(`${base}?${new URLSearchParams({ [name]: value })}`)
    expect([name, status, body.code]).toEqual([name, 400, 'VALIDATION_FAILED'])
    expect(body.issues[0].path).toContain(name)
  }
  for (const name of ['state[a][b]', 'state[]', 'state[', 'state[a', 'state[__proto__]']) {
    const { status, body } = await client.get(`${base}?${new URLSearchParams({ [name]: 'x' })}`)
    expect([name, status, body.issues?.[0].path]).toEqual([name, 400, 'query.state'])
  }
  for (const query of [
    "state[']=%27%20or%201=1",
    'state[runtimeContext.userId]=me',
    'state[x]=%00',
    'run_id=11111111-1111-1111-1111-111111111111',
    'conversation_id=11111111-1111-1111-1111-111111111111',
    'cost=0.00000001..999999999999999',
    'tokens=0..999999999999999.5',
  ])
    expect((await client.get(`${base}?${query}`)).status, query).toBe(200)
})
