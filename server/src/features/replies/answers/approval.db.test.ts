import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#contracts/conversations.ts'
import type { TeammateTool } from '#contracts/teammate-tools.ts'
import { organizations } from '#features/organizations/table.ts'
import { isActive } from '#features/runs/access.ts'
import { runSuspensions } from '#features/runs/table.ts'
import { ownTestApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { messageOf, runOf, stepsOf } from '#testing/chats/private-chat.ts'
import { serve } from '#testing/servers/loopback-server.ts'

const app = await ownTestApp()

const asksFirst: TeammateTool[] = [{ name: 'http_request', ask: true }, 'storage.list']
type Call = { id: string; name: string; input: object }

/** A server that remembers which of its paths were called, and calls of these. */
async function called() {
  const hits: string[] = []
  const { url } = await serve(({ url: path = '' }, response) => {
    hits.push(path)
    response.end(`the result of ${path}`)
  })
  const request = (id: string, path: string): Call => ({ id, name: 'http_request', input: { url: `${url}${path}` } })
  return { hits, url, request }
}

/** A teammate that asks before it calls, and an answer in which it wants to. */
async function waiting(calls: (request: Awaited<ReturnType<typeof called>>['request']) => Call[]) {
  const { hits, url, request } = await called()
  const given = await givenInternalChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: asksFirst },
  })
  given.vendor.reply({ text: 'Let me see.', tool_calls: calls(request) }, { text: 'Done.' })
  const { body } = await given.send('Do it')
  const { run_id, assistant_message_id: id, conversation_id } = body
  const runs = `${given.base}/workflows/runs/${run_id}`
  const read = async (): Promise<Message> => {
    const { body } = await given.client.get(`${given.path}/messages`)
    return body.data.find((message: Message) => message.id === id)
  }
  const asked = async () => {
    await expect.poll(async () => (await read()).waiting_for?.kind).toBe('approval')
    const { waiting_for } = await read()
    if (waiting_for?.kind !== 'approval') throw new Error('Nothing is asked')
    return waiting_for
  }
  return {
    ...given,
    hits,
    url,
    run_id,
    id,
    runs,
    chat: `${given.path}/conversations/${conversation_id}`,
    conversation_id,
    read,
    asked,
    resume: (answer: object, client = given.client) => client.post(`${runs}/resume`, answer),
    questions: async () => (await given.client.get(`${runs}/questions`)).body.data,
    status: async () => (await runOf(app, run_id)).status,
    events: (name: string) =>
      app.events.all().filter((event) => event.name === name && (event.payload.message_id ?? event.payload.id) === id),
    ended: () => app.events.next('message_done', ({ payload }) => payload.id === id),
    /** What the model got back of its calls, by their ids, in its last request. */
    results: () =>
      ((given.vendor.requests.at(-1)?.body.messages ?? []) as { role: string; tool_call_id: string; content: string }[])
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => [tool_call_id, content] as const),
  }
}

test('a round asks about one call after the other, makes the others first, and tells the model of each once', async () => {
  const list = { id: 'list', name: 'storage.list', input: { path: '/' } }
  await using given = await waiting((request) => [request('a', '/a'), list, request('b', '/b')])
  const first = await given.asked()
  expect(first).toMatchObject({ question: 'May Ada use http_request?', expires_at: null })
  expect(first.tool).toEqual({ name: 'http_request', call_id: 'a', input: { url: `${given.url}/a` } })
  const update = given.events('internal.message_updated').at(-1)
  const reloaded = await given.read()
  expect(update?.payload).toMatchObject({ content: 'Let me see.', waiting_for: first })
  expect(reloaded).toMatchObject({ content: 'Let me see.', waiting_since: update?.payload.waiting_since })
  expect(reloaded.stream_tools).toMatchObject([{ call_id: 'list', status: expect.not.stringMatching('running') }])
  const { question_id, step_id, seq } = first
  expect(await given.questions()).toMatchObject([{ question_id, step_id, seq, tool: first.tool, token: null }])
  expect(given.hits.filter((path) => path === '/a')).toEqual([])

  for (const junk of [{}, { value: 'yes' }, { approved: 'yes' }, { approved: true, value: 'x' }, { approved: null }]) {
    expect((await given.resume(junk)).status, JSON.stringify(junk)).toBe(400)
  }
  expect((await given.resume({ approved: true })).status).toBe(200)
  await expect.poll(async () => (await given.asked()).tool?.call_id).toBe('b')
  const second = await given.asked()
  expect(await given.resume({ approved: true })).toMatchObject({ status: 400, body: { code: 'QUESTION_ID_NEEDED' } })
  const late = await given.resume({ approved: true, question_id })
  expect(late).toMatchObject({ status: 409, body: { code: 'NOT_WAITING' } })
  const refusal = { approved: false, note: 'Too much', question_id: second.question_id }
  expect((await given.resume(refusal)).status).toBe(200)
  await given.ended()

  const whole = await given.read()
  expect(whole).toMatchObject({ status: 'completed', content: 'Let me see.\n\nDone.' })
  expect(whole).not.toHaveProperty('waiting_for')
  expect(whole.stream_tools?.map(({ call_id, status }) => [call_id, status])).toEqual([
    ['list', expect.any(String)],
    ['a', 'done'],
    ['b', 'failed'],
  ])
  expect([given.hits.filter((path) => path === '/a'), given.hits.includes('/b')]).toEqual([['/a'], false])
  expect(given.vendor.requests).toHaveLength(2)
  expect(given.results().map(([id]) => id)).toEqual(['a', 'list', 'b'])
  expect(given.results()[0]?.[1]).toContain('the result of /a')
  expect(given.results()[2]?.[1]).toBe('A person refused this. They say: Too much')
  const [step] = await stepsOf(app, given.run_id)
  expect(step?.payload).not.toHaveProperty('attempts')
  expect(step?.payload).not.toHaveProperty('possibly_repeated')
  const { body } = await given.client.get(`${given.base}/audit-log`)
  const acts = body.data.filter(({ action }: { action: string }) => action === 'workflow_run.answered')
  expect(acts.map(({ after }: { after: object }) => after)).toEqual([
    { step_id, approved: false, tool: 'http_request' },
    { step_id, approved: true, tool: 'http_request' },
  ])
})

test('what was too large for events before the wait is referred to while it waits and at the end', async () => {
  const list = { id: 'list', name: 'storage.list', input: { path: '/', more: 'x'.repeat(20_000) } }
  await using given = await waiting((request) => [list, request('a', '/large')])
  await given.asked()
  const { content_payload } = await given.read()
  expect(content_payload).toMatchObject([{ call_id: 'list', kind: 'input' }])
  expect(given.events('internal.message_updated').at(-1)?.payload).toMatchObject({ content_payload })
  expect((await given.resume({ approved: true })).status).toBe(200)
  await given.ended()
  expect(given.events('message_done')[0]?.payload).toMatchObject({ content_payload })
  for (const { payload } of given.events('internal.message_updated')) expect(payload).toMatchObject({ content_payload })
})

test('of eight answers at once one counts, whatever they say, and the call is made once or not at all', async () => {
  await using given = await waiting((request) => [request('a', '/at-once'), request('b', '/never')])
  const { question_id } = await given.asked()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => given.resume({ approved: true, ...(nth % 2 && { question_id }) })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect([200, 400, 409]).toContain(status)
  await expect.poll(async () => (await given.asked()).tool?.call_id).toBe('b')
  expect(given.hits.filter((path) => path === '/at-once' || path === '/never')).toEqual(['/at-once'])
})

test('a person who sees the run answers, and nobody else', async () => {
  await using given = await waiting((request) => [request('a', '/access')])
  await given.asked()
  const others = await app.given.organization()
  const outsider = await app.as(others.admin)
  const path = (organization: { id: string }) =>
    `/api/organizations/${organization.id}/workflows/runs/${given.run_id}/resume`
  expect((await app.anyone.post(path(given.organization), { approved: true })).status).toBe(401)
  expect((await outsider.post(path(given.organization), { approved: true })).status).toBe(404)
  expect((await outsider.post(path(others.organization), { approved: true })).status).toBe(404)
  const member = await app.as(given.member)
  expect((await given.resume({ approved: true }, member)).status).toBe(404)
  expect((await member.get(`${given.runs}/questions`)).status).toBe(404)

  const own = eq(organizations.id, given.organization.id)
  await app.ctx.db.update(organizations).set({ status: 'inactive' }).where(own)
  expect(await given.resume({ approved: true })).toMatchObject({
    status: 403,
    body: { code: 'ORGANIZATION_INACTIVE' },
  })
  await app.ctx.db.update(organizations).set({ status: 'active' }).where(own)
  expect(given.hits).not.toContain('/access')

  const group = { name: 'All', user_ids: [given.member.id], employee_ids: [given.teammate.id] }
  expect((await given.client.post(`${given.base}/access-groups`, group)).status).toBe(200)
  expect((await given.resume({ approved: true }, member)).status).toBe(200)
  await given.ended()
  expect(given.hits.filter((path) => path === '/access')).toHaveLength(1)
})

test('a stop, a takeover and a deletion end what waits, and nothing is called', async () => {
  const ends = {
    stop: (given: Awaited<ReturnType<typeof waiting>>) =>
      given.client.post(`${given.chat}/stop-generation`, { run_id: given.run_id }),
    takeover: (given: Awaited<ReturnType<typeof waiting>>) =>
      given.client.post(`${given.base}/conversations/${given.conversation_id}/assign`, {}),
    deletion: (given: Awaited<ReturnType<typeof waiting>>) => given.client.delete(given.chat),
  }
  for (const [name, end] of Object.entries(ends)) {
    await using given = await waiting((request) => [request('a', `/${name}`)])
    const { question_id } = await given.asked()
    expect((await end(given)).status, name).toBe(200)
    await expect.poll(given.status).toBe('cancelled')
    expect(await isActive(app.ctx, given.run_id)).toBe(false)
    const message = await messageOf(app, given.id)
    expect(message, name).toMatchObject({ content: 'Let me see.', is_stopped: true, waiting_for: null })
    expect((await given.resume({ approved: true, question_id })).status, name).toBe(409)
    expect(await app.ctx.db.select().from(runSuspensions).where(eq(runSuspensions.run_id, given.run_id))).toEqual([])
    expect(given.hits).not.toContain(`/${name}`)
  }
})

test('a teammate that another one asks gets told that nobody can be asked there, and answers', async () => {
  const { hits, request } = await called()
  await using given = await givenInternalChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['agent.call_teammate'] },
  })
  const bob = await app.given.teammate(given.organization, {
    name: 'Bob',
    model: given.teammate.model,
    tools: asksFirst,
  })
  given.vendor.reply(
    { tool_calls: [{ name: 'agent.call_teammate', input: { teammate_id: bob.id, message: 'Do it' } }] },
    { tool_calls: [request('x', '/inner')] },
    { text: 'I was not allowed to.' },
    { text: 'Bob could not.' },
  )
  const { assistant_message_id } = await given.sendAndWait('Ask Bob')
  expect((await messageOf(app, assistant_message_id)).content).toBe('Bob could not.')
  expect(JSON.stringify(given.vendor.requests[2]?.body)).toContain('nobody can be asked here')
  expect(hits).not.toContain('/inner')
})

test('a tool is kept in one form: by its name, or as one that asks', async () => {
  const { admin, organization } = await app.given.organization()
  const client = await app.as(admin)
  const employees = `/api/organizations/${organization.id}/employees`
  const [a, b, c, d] = ['http_request', 'files.create', 'storage.list', 'storage.delete']
  const tools = [a, { name: b }, { name: c, ask: false }, { name: d, ask: true }, d, { name: a, ask: true }]
  const { body: created } = await client.post(employees, { name: 'Ada', tools })
  expect(created.tools).toEqual([{ name: a, ask: true }, b, c, { name: d, ask: true }])
  const path = `${employees}/${created.id}`
  expect((await client.put(path, { tools: [a] })).body.tools).toEqual([a])
  const { body: versions } = await client.get(
    `/api/organizations/${organization.id}/entity-versions/ai_employee/${created.id}`,
  )
  const restored = await client.post(
    `/api/organizations/${organization.id}/entity-versions/${versions.data.at(-1).id}/restore`,
  )
  expect([restored.status, restored.body.tools]).toEqual([200, created.tools])
  for (const junk of [[{ ask: true }], [{ name: 'a', ask: 'yes' }], [{ name: 'a', more: 1 }], [{ name: 'A b' }], [1]]) {
    const refused = await client.put(path, { tools: junk })
    expect([refused.status, refused.body.issues?.[0]?.path], JSON.stringify(junk)).toEqual([
      400,
      expect.stringMatching(/^tools\.0/),
    ])
  }
})
