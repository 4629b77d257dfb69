import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { ListedRun, RunStepsUpdated, RunUpdated } from '#contracts/logged-runs.ts'
import { organizations } from '#features/organizations/table.ts'
import { announceRun } from '#features/runs/events.ts'
import { runs } from '#features/runs/table.ts'
import type { TeammateRow } from '#features/teammates/table.ts'
import type { UserRow } from '#features/users/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenWorkflows } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await testApp()
const ITEMS = 500
const KINDS = ['granted', 'other', 'deleted', 'own assistant', 'another’s assistant', 'organization'] as const

/** A run of each kind of teammate, one that is deleted among them, and one of the organization itself. */
async function given() {
  const people = await app.given.organization()
  const { organization, member, admin } = people
  const base = `/api/organizations/${organization.id}/workflows/runs`
  const teammate = (values = {}) => app.given.teammate(organization, values)
  const granted = await teammate()
  const deleted = await teammate({ deleted_at: app.ctx.now() })
  await app.given.accessGroup(organization, { users: [member], teammates: [granted, deleted] })
  const teammates: Record<(typeof KINDS)[number], TeammateRow | null> = {
    granted,
    other: await teammate(),
    deleted,
    'own assistant': await teammate({ owned_by_user_id: member.id, is_system: true }),
    'another’s assistant': await teammate({ owned_by_user_id: admin.id, is_system: true }),
    organization: null,
  }
  const rows = new Map<string, typeof runs.$inferSelect>()
  for (const kind of KINDS) {
    const [row] = await app.ctx.db
      .insert(runs)
      .values({ organization_id: organization.id, employee_id: teammates[kind]?.id ?? null, status: 'running' })
      .returning()
    if (row) rows.set(kind, row)
  }
  return { ...people, base, rows }
}

const sees = {
  owner: ['granted', 'other', 'deleted', 'organization'],
  admin: ['granted', 'other', 'deleted', 'another’s assistant', 'organization'],
  member: ['granted', 'own assistant'],
  outsider: [],
} as const

test('each person finds the runs that are theirs to see, by list, detail, payload, export and push alike', async () => {
  const { base, rows, owner, admin, member } = await given()
  const outsider = (await app.given.organization()).owner
  const people = { owner, admin, member, outsider }
  const received = await Promise.all(Object.values(people).map(listen))
  for (const row of rows.values()) await announceRun(app.ctx, row, 'running')

  for (const [at, [role, user]] of Object.entries(people).entries()) {
    const expected = sees[role as keyof typeof sees].map((kind) => rows.get(kind)?.id)
    const client = await app.as(user)
    const list = await client.get(`${base}?exclude=flow`)
    if (role === 'outsider') expect(list.status).toBe(404)
    else {
      expect(list.body.data.map(({ run_id }: ListedRun) => run_id).toSorted(), role).toEqual(expected.toSorted())
      expect(list.body.total).toBe(expected.length)
    }
    for (const row of rows.values()) {
      const isSeen = expected.includes(row.id)
      for (const path of [row.id, `${row.id}/export`]) {
        const { status, body } = await client.get(`${base}/${path}`)
        expect([role, status]).toEqual([role, isSeen ? 200 : 404])
        if (!isSeen && role !== 'outsider') expect(body.error).toBe('Run not found')
      }
      const payload = await client.get(`${base}/${row.id}/steps/1/payload`)
      const missing = isSeen ? 'Payload not found' : 'Run not found'
      if (role !== 'outsider') expect(payload.body.error).toBe(missing)
    }
    await expect.poll(() => received[at]?.toSorted()).toEqual(expected.toSorted())
  }
})

async function connected(user: UserRow): Promise<Socket> {
  const { ws_token } = await app.given.session(user)
  const socket = io(app.base_url, { path: '/realtime', auth: { token: ws_token }, transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  await once(socket as never, 'ready')
  return socket
}

async function listen(user: UserRow): Promise<string[]> {
  const received: string[] = []
  const socket = await connected(user)
  socket.on('workflow_run.updated', ({ run_id }: RunUpdated) => received.push(run_id))
  return received
}

async function listenToSteps(user: UserRow): Promise<RunStepsUpdated[]> {
  const received: RunStepsUpdated[] = []
  const socket = await connected(user)
  socket.on('workflow_run.steps_updated', (events: RunStepsUpdated) => received.push(events))
  return received
}

test('the file of all runs is for admins; nobody reads logs without a session, and junk is a missing run', async () => {
  const { base, admin, member, rows } = await given()
  const asMember = await app.as(member)
  expect((await asMember.get(`${base}.csv`)).status).toBe(403)
  expect((await (await app.as(admin)).get(`${base}.csv`)).status).toBe(200)
  for (const path of [base, `${base}.csv`, `${base}/${newId()}`]) expect((await app.anyone.get(path)).status).toBe(401)
  const run_id = rows.get('granted')?.id
  for (const path of [`${base}/junk`, `${base}/${newId()}`, `${base}/junk/export`, `${base}/junk/steps/1/payload`])
    expect((await asMember.get(path)).body).toEqual({ success: false, error: 'Run not found' })
  for (const seq of ['-1', 'x', '0', '99999999999'])
    expect((await asMember.get(`${base}/${run_id}/steps/${seq}/payload`)).status).toBe(404)
})

test('a run is read below its own workflow alone', async () => {
  const { organization, admin } = await given()
  const [workflow_id, other] = [newId(), newId()]
  const [run] = await app.ctx.db.insert(runs).values({ organization_id: organization.id, workflow_id }).returning()
  const client = await app.as(admin)
  const below = (id: string) => client.get(`/api/organizations/${organization.id}/workflows/${id}/runs/${run?.id}/`)
  expect((await below(workflow_id)).body.run_id).toBe(run?.id)
  expect((await below(other)).body).toEqual({ success: false, error: 'Run not found' })
  expect((await below('junk')).status).toBe(404)
})

test('the logs of an inactive organization can still be read', async () => {
  const { organization, admin, base } = await given()
  const client = await app.as(admin)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  expect((await client.get(`${base}?exclude=flow`)).body.total).toBe(5)
})

test('those who see a run are notified of its steps while it continues, a few times a second however many there are', async () => {
  const { client, create, path, organization, owner } = await givenWorkflows(app)
  let open = 0
  const outside = await serve((_, response) => {
    open++
    response.end('done')
  })
  const { id, problems } = await create({
    each: { type: 'for_each', items: '{{input.items}}', start: 'call', concurrency: 5 },
    call: { type: 'http_request', url: outside.url },
  })
  expect(problems).toEqual([])
  const sockets = await Promise.all([owner, (await app.given.organization()).owner].map(listenToSteps))
  const items = Array.from({ length: ITEMS }, (_, n) => n)
  const begun = Date.now()
  const { body } = await client.post(`${path}/${id}/run`, { input: { items } })
  const hasEnded = async () => (await client.get(`${path}/runs/${body.run_id}`)).body.status
  await expect.poll(hasEnded).toBe('completed')
  const windows = Math.ceil((Date.now() - begun) / 300) + 1
  expect(open).toBe(ITEMS)
  const [received, elsewhere] = sockets
  await expect.poll(() => received?.length).toBeGreaterThan(0)
  expect(received?.every(({ run_ids }) => run_ids.length === 1 && run_ids[0] === body.run_id)).toBe(true)
  expect(received?.length).toBeLessThanOrEqual(windows)
  expect(received?.[0]?.organization_id).toBe(organization.id)
  expect(elsewhere).toEqual([])
})

test('a step that continues for long is pushed as soon as it has begun', async () => {
  const { client, create, path, owner } = await givenWorkflows(app)
  const arrived = Promise.withResolvers<ServerResponse>()
  const outside = await serve((_, response) => arrived.resolve(response))
  const { id } = await create({
    say: { type: 'message', text: 'Hello', next: 'call' },
    call: { type: 'http_request', method: 'POST', url: outside.url },
  })
  const received = await listenToSteps(owner)
  const { body } = await client.post(`${path}/${id}/run`, {})
  const response = await arrived.promise
  await expect.poll(() => received.map(({ run_ids }) => run_ids)).toEqual([[body.run_id]])
  const shown = await client.get(`${path}/runs/${body.run_id}`)
  expect(shown.body.steps).toMatchObject([{ status: 'completed' }, { status: 'in_progress' }])
  response.end('done')
})

test('a person who sees a teammate is notified when its runs begin and end', async () => {
  await using chat = await givenInternalChat(app)
  const [admin, member] = await Promise.all([chat.admin, chat.member].map(listen))
  chat.vendor.reply({ text: 'Hello.' })
  const { run_id } = await chat.sendAndWait('Good morning')
  const events = () => app.events.find('workflow_run.updated', ({ payload }) => payload.run_id === run_id)
  await expect.poll(() => events().map(({ payload }) => payload.status)).toEqual(['running', 'completed'])
  await expect.poll(() => admin).toEqual([run_id, run_id])
  expect(member).toEqual([])
})
