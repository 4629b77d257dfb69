import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_FLOW_STEPS } from '#contracts/flows.ts'
import { organizations } from '#features/organizations/table.ts'
import { fireBurst } from '#features/triggers/due/fire-burst.ts'
import { fireDue } from '#features/triggers/due/fire-due.ts'
import { triggerEvents } from '#features/triggers/table.ts'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'
import { runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const app = await testApp()
const ready = (steps?: Parameters<typeof givenTriggers>[1]) => givenTriggers(app, steps)

test('a program starts a workflow by the private key and is answered with its result', async () => {
  const { private_key, workflow, runsOf } = await ready()
  const program = app.withKey(private_key)
  const { status, body } = await program.post(`/api/private/trigger/${workflow.id}`, { name: 'Ann' })
  expect([status, body]).toEqual([200, { success: true, data: { runId: expect.any(String), result: 'Hello Ann' } }])
  expect(await runsOf()).toMatchObject([{ id: body.data.runId, workflow_id: workflow.id, status: 'completed' }])
  const shown = await program.get(`/api/private/workflow/run/${body.data.runId}`)
  expect(shown.body.data).toMatchObject({ runId: body.data.runId, status: 'completed', result: 'Hello Ann' })
  for (const sent of [[1, 2], 'text', 7, null, { large: 'x'.repeat(3_000_000) }]) {
    expect((await program.post(`/api/private/trigger/${workflow.id}`, sent)).status).toBe(200)
  }
})

test('of fifty workflows that end at once each is answered, and logged, with its own', async () => {
  const all = [await ready(), await ready()]
  const started = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const { private_key, workflow, organization } = all[n % 2] ?? expect.fail()
      const sent = { name: `Guest ${n}`, ...(n === 7 && { large: 'x'.repeat(200_000) }) }
      const { body } = await app.withKey(private_key).post(`/api/private/trigger/${workflow.id}`, sent)
      return { n, organization, run_id: body.data.runId as string, result: body.data.result as string }
    }),
  )
  expect(new Set(started.map(({ run_id }) => run_id)).size).toBe(50)
  for (const { n, organization, run_id, result } of started) {
    expect(result).toBe(`Hello Guest ${n}`)
    expect(await runOf(app, run_id)).toMatchObject({ status: 'completed', organization_id: organization.id })
    expect(await stepsOf(app, run_id)).toMatchObject([{ seq: 1, status: 'completed', payload: { output: result } }])
  }
})

test('a straight flow of as many steps as a flow may have comes to its end', async () => {
  const ids = Array.from({ length: MAX_FLOW_STEPS }, (_, n) => `s${n}`)
  const steps = ids.map((id, n) => [id, { type: 'message', text: id, ...(ids[n + 1] && { next: ids[n + 1] }) }])
  const { private_key, workflow } = await ready(Object.fromEntries(steps))
  const { status, body } = await app.withKey(private_key).post(`/api/private/trigger/${workflow.id}`, {})
  expect([status, body.data?.result]).toEqual([200, ids.at(-1)])
})

test('a page of any site starts a workflow by its public address, and reads the answer', async () => {
  const { add, open } = await ready()
  await add({ type: 'public' })
  const origin = 'https://shop.example'
  const preflight = await app.anyone.send(open, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const { status, body, headers } = await app.anyone.post(open, { name: 'Ann' }, { origin })
  expect([status, body.data.result]).toEqual([200, 'Hello Ann'])
  expect(headers.get('access-control-allow-origin')).toBe(origin)
})

test('a workflow that is not there, of another organization, without a flow or with problems starts for nobody', async () => {
  const { client, path, private_key, create } = await ready()
  const other = await ready()
  const program = app.withKey(private_key)
  const start = (id: string) => program.post(`/api/private/trigger/${id}`, {})
  const missing = await start(newId())
  expect(missing).toMatchObject({ status: 404, body: { error: 'Workflow not found' } })
  expect(await start(other.workflow.id)).toLookLike(missing)
  const empty = await client.post(path, { name: 'Empty' })
  expect((await start(empty.body.id)).status).toBe(404)
  const draft = await create({ say: { type: 'message', text: '{{NOPE}}' } })
  expect(await start(draft.id)).toMatchObject({
    status: 400,
    body: { code: 'FLOW_INVALID', problems: [{ step: 'say', field: 'text' }] },
  })
  expect((await client.post(`${path}/${draft.id}/run`, {})).body.code).toBe('FLOW_INVALID')
})

test('a public trigger answers its address, and nothing else does', async () => {
  const { add, open, at, client, workflow, organization } = await ready()
  const other = await ready()
  const post = (path: string, body: unknown = { name: 'Bob' }) => app.anyone.post(path, body)
  const closed = await post(open)
  expect(closed).toMatchObject({ status: 404, body: { error: 'Workflow not found' } })
  const trigger = await add({ type: 'public' })
  expect(trigger.url).toBe(`${app.config.BASE_URL}${open}`)
  expect((await post(open)).body.data).toMatchObject({ result: 'Hello Bob' })
  const [listed] = (await client.get(at)).body.data
  expect(listed.last_run_at).toEqual(expect.any(String))
  expect((await client.put(`${at}/${trigger.id}`, {})).body.last_run_at).toBe(listed.last_run_at)
  const again = await client.post(at, { type: 'public' })
  expect(again).toMatchObject({ status: 409, body: { code: 'TRIGGER_EXISTS' } })

  const key = organization.public_api_key
  const wrong = ['x', '%00', `${key}x`].map((each) => post(`/api/public/trigger/${each}/${workflow.id}`))
  for (const answer of await Promise.all(wrong)) expect(answer.status).toBe(401)
  for (const id of [newId(), other.workflow.id, 'junk', '%00']) {
    expect((await post(`/api/public/trigger/${key}/${id}`)).status).toBe(404)
  }
  await client.put(`${at}/${trigger.id}`, { is_enabled: false })
  expect((await post(open)).status).toBe(404)
  await client.put(`${at}/${trigger.id}`, { is_enabled: true })
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(eq(organizations.id, organization.id))
  expect(await post(open)).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_INACTIVE' } })
})

test('a protected trigger wants its secret or a signature of the very body, and shows the secret once', async () => {
  const { add, open, at, client } = await ready()
  const { id, secret } = await add({ type: 'public', protection: 'secret' })
  expect(secret).toMatch(/^trg_/)
  expect((await client.get(at)).body.data).toMatchObject([{ id, protection: 'secret', secret: null }])
  const send = async (body: string, headers: Record<string, string>) =>
    (await app.anyone.send(open, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))
      .status
  const body = '{"name":"Eve"}'
  expect(await send(body, {})).toBe(401)
  expect(await send(body, { 'x-trigger-secret': `${secret}x` })).toBe(401)
  expect(await send(body, { 'x-trigger-secret': secret })).toBe(200)

  const { body: changed } = await client.put(`${at}/${id}`, { protection: 'hmac', rotate_secret: true })
  expect(changed.secret).not.toBe(secret)
  const sign = (text: string) => `sha256=${createHmac('sha256', changed.secret).update(text).digest('hex')}`
  expect(await send(body, { 'x-trigger-secret': changed.secret })).toBe(401)
  expect(await send(body, { 'x-signature-256': sign('{"name":"Ann"}') })).toBe(401)
  expect(await send(body, { 'x-signature-256': sign(body) })).toBe(200)
  expect(await send(body, { 'x-hub-signature-256': sign(body) })).toBe(200)
  expect(await send(body, { 'x-signature-256': sign(body).slice(7) })).toBe(401)
})

test('junk, and a body beyond the limit, are refused before anything runs', async () => {
  const { add, open, at, client, runsOf } = await ready()
  await add({ type: 'public' })
  const send = (body: string | Buffer, type = 'application/json') =>
    app.anyone.send(open, { method: 'POST', body, headers: { 'content-type': type } })
  expect((await send('{"a":')).status).toBe(400)
  expect((await send('['.repeat(5000))).status).toBe(400)
  expect((await send(Buffer.alloc(11 * 1024 * 1024, ' '))).status).toBe(413)
  expect((await send('{"__proto__":{"name":"x"}}')).status).toBe(400)
  expect((await send('{"toString":1,"hasOwnProperty":2,"name":"\\u0000"}')).status).toBe(200)
  expect(({} as { name?: string }).name).toBeUndefined()
  const junk = [
    { type: 'schedule' },
    { type: 'schedule', cron: 'x' },
    { type: 'schedule', cron: '* * * * * *' },
    // It would come once.
    { type: 'schedule', cron: '2030-01-01T00:00:00' },
    { type: 'schedule', cron: '@reboot' },
    { type: 'schedule', cron: '0 0 31 2 *' },
    { type: 'public', debounce_seconds: 0 },
    { type: 'public', protection: 'magic' },
    { type: 'other' },
  ]
  for (const each of junk) expect((await client.post(at, each)).status).toBe(400)
  expect(await runsOf()).toHaveLength(1)
})

test('of eight triggers at once a workflow keeps one public one, and no more than 20 in all', async () => {
  const { at, client } = await ready()
  const many = await Promise.all(Array.from({ length: 8 }, () => client.post(at, { type: 'public' })))
  expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const schedules = Array.from({ length: 22 }, () => client.post(at, { type: 'schedule', cron: '0 9 * * *' }))
  const codes = (await Promise.all(schedules)).map(({ status }) => status)
  expect(codes.filter((status) => status === 200)).toHaveLength(19)
})

test('a burst of 1,000 events is one run with all of them, no matter which process looks for it', async () => {
  const { add, open, ended } = await ready({
    say: { type: 'message', text: '{{input.count}} {{input.events.999.body.n}}' },
  })
  const { id } = await add({ type: 'public', debounce_seconds: 3600 })
  for (let batch = 0; batch < 20; batch++) {
    const sent = Array.from({ length: 50 }, (_, n) => app.anyone.post(open, { n: batch * 50 + n }))
    for (const { status, body } of await Promise.all(sent)) {
      expect([status, body.data]).toEqual([200, { runId: null, result: null }])
    }
  }
  // Not quiet for long enough: a process that looks leaves them alone.
  await fireBurst(app.ctx, id)
  expect(await app.ctx.db.select().from(triggerEvents).where(eq(triggerEvents.trigger_id, id))).toHaveLength(1000)
  const long_ago = new Date(Date.now() - 7_200_000)
  await app.ctx.db.update(triggerEvents).set({ created_at: long_ago }).where(eq(triggerEvents.trigger_id, id))
  await Promise.all(Array.from({ length: 8 }, () => fireBurst(app.ctx, id)))
  const [run] = await ended(1)
  expect(run?.trigger_id).toBe(id)
  expect(await app.ctx.db.select().from(triggerEvents).where(eq(triggerEvents.trigger_id, id))).toEqual([])
})

test('events of a burst share commits, and each is stored as it was sent, also what is large or nothing', async () => {
  const { add, open } = await ready()
  const { id } = await add({ type: 'public', debounce_seconds: 3600 })
  const sent = [
    ...Array.from({ length: 48 }, (_, n) => ({ n, text: 'é"\\u0000' })),
    null,
    { large: 'x'.repeat(200_000) },
  ]
  const answers = await Promise.all(sent.map((body) => app.anyone.post(open, body)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const commit = sql<string>`xmin::text`
  const columns = { body: triggerEvents.body, size: triggerEvents.size_bytes, commit }
  const stored = await app.ctx.db.select(columns).from(triggerEvents).where(eq(triggerEvents.trigger_id, id))
  const text = (body: unknown) => JSON.stringify(body)
  expect(stored.map(({ body }) => text(body)).sort()).toEqual(sent.map(text).sort())
  expect(stored.map(({ size }) => size).sort()).toEqual(sent.map((body) => Buffer.byteLength(text(body))).sort())
  // How many share one depends on how soon they come one after the other.
  expect(new Set(stored.map(({ commit }) => commit)).size).toBeLessThan(sent.length)
})

test('a burst that never falls silent runs once it has more than a run takes, and what came after waits', async () => {
  const { add, open, ended, inputOf, runsOf } = await ready({ say: { type: 'message', text: '{{input.count}}' } })
  const { id } = await add({ type: 'public', debounce_seconds: 3600 })
  const send = async (times: number) => {
    for (let n = 0; n < times; n++) {
      expect((await app.anyone.post(open, { large: 'x'.repeat(1_000_000) })).status).toBe(200)
    }
  }
  await send(4)
  await fireDue(app.ctx)
  expect(await runsOf()).toEqual([])
  await send(1)
  await fireDue(app.ctx)
  const [run] = await ended(1)
  expect(await inputOf(run?.id ?? '')).toBe('4')
  expect(await app.ctx.db.select().from(triggerEvents).where(eq(triggerEvents.trigger_id, id))).toHaveLength(1)
})

test('a burst fires by itself after its silence', async () => {
  const { add, open, ended } = await ready({ say: { type: 'message', text: '{{input.count}}' } })
  await add({ type: 'public', debounce_seconds: 1 })
  await app.anyone.post(open, { n: 1 })
  await app.anyone.post(open, { n: 2 })
  await ended(1)
})

test('a burst waits while its workflow is a draft, and runs once it is mended; callers without a session get the code alone', async () => {
  const { add, open, path, client, workflow, ended, runsOf } = await ready({
    say: { type: 'message', text: '{{input.count}}' },
  })
  const { id } = await add({ type: 'public', debounce_seconds: 3600 })
  for (const n of [1, 2]) expect((await app.anyone.post(open, { n })).status).toBe(200)
  await app.ctx.db
    .update(triggerEvents)
    .set({ created_at: new Date(0) })
    .where(eq(triggerEvents.trigger_id, id))
  const save = (text: string) =>
    client.put(`${path}/${workflow.id}`, { flow: { steps: { say: { type: 'message', name: 'say', text } } } })
  expect((await save('{{SECRET_NAME}}')).body.problems).toHaveLength(1)
  await Promise.all(Array.from({ length: 8 }, () => fireBurst(app.ctx, id)))
  expect(await runsOf()).toEqual([])
  const problem = async () => (await client.get(`${path}/${workflow.id}/triggers`)).body.data[0].last_problem
  // The timetable may have been at it, and has not committed yet.
  await expect.poll(problem).toMatch(/has problems/)
  const refused = await app.anyone.post(open, {})
  expect([refused.status, refused.body.code]).toEqual([400, 'FLOW_INVALID'])
  expect(JSON.stringify(refused.body)).not.toMatch(/say|SECRET_NAME|problems"/)

  await save('{{input.count}}')
  await Promise.all(Array.from({ length: 8 }, () => fireBurst(app.ctx, id)))
  const [run] = await ended(1)
  expect(run?.trigger_id).toBe(id)
  expect(await problem()).toBeNull()
})

test('events of a trigger that is deleted go with it', async () => {
  const { add, open, at, client } = await ready()
  const { id } = await add({ type: 'public', debounce_seconds: 60 })
  await app.anyone.post(open, {})
  await client.delete(`${at}/${id}`)
  expect(await app.ctx.db.select().from(triggerEvents).where(eq(triggerEvents.trigger_id, id))).toEqual([])
  expect((await client.delete(`${at}/${id}`)).status).toBe(404)
})

test('a person starts a workflow by hand, also the flow on the canvas, and members do not', async () => {
  const { client, path, workflow, member, admin, ended } = await ready()
  const started = await client.post(`${path}/${workflow.id}/run`, { input: { name: 'Ann' } })
  expect(started).toMatchObject({ status: 200, body: { run_id: expect.any(String) } })
  const flow = { steps: { other: { type: 'message', name: 'other', text: 'Unsaved' } } }
  const tried = { flow, starting_step_id: 'other', is_test: true }
  expect((await client.post(`${path}/${workflow.id}/run`, tried)).status).toBe(200)
  const [first] = await ended(2)
  expect(first).toMatchObject({ id: started.body.run_id, user_id: admin.id, trigger_id: null })
  expect((await (await app.as(member)).post(`${path}/${workflow.id}/run`, {})).status).toBe(403)
  const broken = { flow: { steps: { a: { type: 'x', name: 'a' } } }, starting_step_id: 'a' }
  expect((await client.post(`${path}/${workflow.id}/run`, broken)).body.code).toBe('FLOW_INVALID')
})
