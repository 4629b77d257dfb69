import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships } from '#features/organizations/table.ts'
import { runs } from '#features/runs/table.ts'
import { startTestApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { serve } from '#testing/servers/loopback-server.ts'
import { givenConnector } from '#testing/tools/connectors.ts'

const app = await startTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

const find_person = {
  name: 'find_person',
  description: 'Finds a person.',
  inputSchema: { type: 'object' as const, properties: { name: { type: 'string' } } },
}

async function givenConsole() {
  const given = await givenConnector(app, { tools: [find_person] })
  const { person, base, teammate } = given
  const path = `${base}/employees/${teammate.id}`
  const change = (values: object) => person.put(path, values)
  const workflow = async (name: string, step: object) => {
    const { body } = await person.post(`${base}/workflows`, { name, ...flowOf({ one: { type: 'message', ...step } }) })
    await change({ workflow_ids: [body.id] })
    return body
  }
  const call = (tool: string, input: object = {}, client = person) => client.post(`${path}/tools/call`, { tool, input })
  return Object.assign(given, { path, change, workflow, call, list: () => person.get(`${path}/tools`) })
}

test('the console lists what the teammate may call now: its own tools, those of connectors, and its workflows', async () => {
  await using given = await givenConsole()
  await given.change({ tools: ['storage.list', { name: 'http_request', ask: true }] })
  await given.person.post(given.assigned, { mcp_id: given.connector.id, ask: ['find_person'] })
  await given.test()
  await given.workflow('Say hello', { text: 'Hello {{input.name}}' })
  const { body } = await given.list()
  expect(
    body.data.map(({ name, needs_approval }: { name: string; needs_approval: boolean }) => [name, needs_approval]),
  ).toEqual([
    ['storage.list', false],
    ['http_request', true],
    ['crm__find_person', true],
    ['workflow.say_hello', false],
  ])
  expect(body.data[2].input_schema.properties).toEqual({ name: { type: 'string' } })
})

test('a tool is called as its model would call it, and the call is a run in the logs', async () => {
  await using given = await givenConsole()
  await given.test()
  const { status, body } = await given.call('crm__find_person', { name: '{{input.name}} {{SHOP}}' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'completed', error: null })
  // What someone types is no template.
  expect(JSON.stringify(body.result)).toContain('{{input.name}} {{SHOP}}')
  expect(await runOf(app, body.run_id)).toMatchObject({
    channel: 'console',
    employee_id: given.teammate.id,
    user_id: given.owner.id,
    conversation_id: null,
    status: 'completed',
  })
})

test('a tool that fails answers with what its model would read', async () => {
  await using given = await givenConsole()
  await given.change({ tools: ['storage.read_file'] })
  const { body } = await given.call('storage.read_file', { path: 'nowhere.md' })
  expect(body).toMatchObject({ status: 'failed', result: null })
  expect(body.error).toMatch(/not found/i)
})

test('a person who tries a tool that asks first has agreed', async () => {
  await using given = await givenConsole()
  await given.change({ tools: [{ name: 'files.create', ask: true }] })
  const { body } = await given.call('files.create', { name: 'a.txt', content: 'A' })
  expect(body).toMatchObject({ status: 'completed' })
  const { body: run } = await given.person.get(`${given.base}/workflows/runs/${body.run_id}`)
  expect(run.files).toMatchObject([{ name: 'a.txt' }])
})

test('a workflow answers with its result, and says so where it waits for someone', async () => {
  await using given = await givenConsole()
  await given.workflow('Say hello', { text: 'Hello {{input.name}}' })
  expect((await given.call('workflow.say_hello', { name: 'Ada' })).body).toMatchObject({ status: 'completed' })
  await given.workflow('Ask', { type: 'user_input', question: 'Really?' })
  const { body } = await given.call('workflow.ask')
  expect(body).toMatchObject({ status: 'suspended', result: null, error: null })
  expect((await runOf(app, body.run_id)).status).toBe('suspended')
})

test('what cannot be called is refused with what is wrong with it', async () => {
  await using given = await givenConsole()
  await given.change({ tools: ['storage.read_file'] })
  expect((await given.call('storage.delete', { path: 'a' })).status).toBe(404)
  expect((await given.call('constructor')).status).toBe(404)
  const unfit = await given.call('storage.read_file', { path: 7 })
  expect(unfit).toMatchObject({ status: 400, body: { issues: [{ path: 'input.path' }] } })
  for (const junk of [null, [], 'x', { tool: 'storage.read_file', input: [] }, { tool: '' }, { tool: 'x', more: 1 }])
    expect((await given.person.post(`${given.path}/tools/call`, junk)).status).toBe(400)
})

test('tools are tried by those who may change the teammate', async () => {
  await using given = await givenConsole()
  const { organization } = given
  const user = await app.given.user()
  await app.ctx.db.insert(memberships).values({ organization_id: organization.id, user_id: user.id, role: 'member' })
  const member = await app.as(user)
  const refusals = [await member.get(`${given.path}/tools`), await given.call('storage.list', {}, member)]
  // A member of no group does not even see the teammate.
  expect(refusals.map(({ status }) => status)).toEqual([404, 404])
  const outsider = await app.as(await app.given.user())
  expect((await given.call('storage.list', {}, outsider)).status).toBe(404)
})

test('a call of someone who loses the teammate meanwhile is stopped, and answered as a new one would be', async () => {
  await using given = await givenConsole()
  const { organization, teammate, person, base } = given
  const user = await app.given.user()
  await app.ctx.db.insert(memberships).values({ organization_id: organization.id, user_id: user.id, role: 'admin' })
  const pending: (() => void)[] = []
  const slow = await serve((_request, response) => void pending.push(() => response.end('what nobody may have')))
  await given.change({ tools: ['http_request'] })
  const call = given.call('http_request', { url: slow.url }, await app.as(user))
  await expect.poll(() => pending.length).toBe(1)
  expect((await person.delete(`${base}/users/${user.id}`)).status).toBe(200)
  // The server has not answered: anyone who is refused was not waiting for it any more.
  expect((await call).status).toBe(404)
  const ofTeammate = () => app.ctx.db.select().from(runs).where(eq(runs.employee_id, teammate.id))
  await expect.poll(async () => (await ofTeammate()).map(({ status }) => status)).toEqual(['cancelled'])
  for (const end of pending) end()
})
