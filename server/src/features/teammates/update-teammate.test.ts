import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { testApp } from '#testing/app.ts'

const app = await testApp()

async function place() {
  const { organization, owner, member } = await app.given.organization()
  const employees = `/api/organizations/${organization.id}/employees`
  const client = await app.as(owner)
  const workflows = `/api/organizations/${organization.id}/workflows`
  const givenWorkflow = async (): Promise<string> => (await client.post(workflows, { name: 'A workflow' })).body.id
  return { organization, owner, member, employees, client, workflows, givenWorkflow }
}

test('a teammate needs nothing but a name, and starts with the usual settings', async () => {
  const { client, employees, organization } = await place()
  const { status, body } = await client.post(employees, { name: '  Nora  ' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Nora',
    role: '',
    instructions: '',
    model: null,
    voice: null,
    channel: 'Not selected',
    show_thinking: true,
    reasoning: 'off',
    tools: [],
    workflow_ids: [],
    organization_id: organization.id,
    owned_by_user_id: null,
    is_system: false,
    is_personal_assistant: false,
    deleted_at: null,
  })
})

test('a tool that the server does not have is refused by its name, and those that a teammate has already stay', async () => {
  const { client, employees, organization } = await place()
  const refused = await client.post(employees, { name: 'Nora', tools: ['storage.list', 'storage.lsit'] })
  expect([refused.status, refused.body.issues]).toEqual([
    400,
    [{ path: 'tools', message: 'There is no tool named storage.lsit' }],
  ])
  const { id } = await app.given.teammate(organization, { tools: ['tool.of_before'] })
  const one = `${employees}/${id}`
  const ask = [{ name: 'storage.lsit', ask: true }]
  expect((await client.put(one, { tools: ask })).status).toBe(400)
  const kept = await client.put(one, { tools: ['tool.of_before', 'storage.list', { name: 'skill', ask: true }] })
  expect([kept.status, kept.body.tools]).toEqual([
    200,
    ['tool.of_before', 'storage.list', { name: 'skill', ask: true }],
  ])
  expect((await client.put(one, { tools: [] })).status).toBe(200)
  expect((await client.put(one, { tools: ['tool.of_before'] })).status).toBe(400)
})

test('a workflow of another organization, or of none, is refused like one that is not there', async () => {
  const [own, theirs] = [await place(), await place()]
  const id = await own.givenWorkflow()
  const { body: nora } = await own.client.post(own.employees, { name: 'Nora', workflow_ids: [id] })
  const put = (workflow_ids: string[]) => own.client.put(`${own.employees}/${nora.id}`, { workflow_ids })
  for (const wrong of [await theirs.givenWorkflow(), newId()]) {
    for (const answer of [
      await put([id, wrong]),
      await own.client.post(own.employees, { name: 'Ann', workflow_ids: [wrong] }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
      expect(JSON.stringify(answer.body)).toContain('workflow_ids')
    }
  }
  expect((await own.client.get(`${own.employees}/${nora.id}`)).body.workflow_ids).toEqual([id])

  // One that was deleted since may stay, so that a teammate can still be saved as a whole.
  expect((await own.client.delete(`${own.workflows}/${id}`)).status).toBe(200)
  const { status } = await own.client.put(`${own.employees}/${nora.id}`, { role: 'Support', workflow_ids: [id] })
  expect(status).toBe(200)
})

test('an update changes what it names and leaves the rest', async () => {
  const { client, employees, givenWorkflow } = await place()
  const workflow_ids = [await givenWorkflow()]
  const { body: created } = await client.post(employees, { name: 'Nora', role: 'Support', workflow_ids })
  const changes = {
    channel: 'API',
    show_thinking: false,
    reasoning: 'high',
    instructions: 'Be kind.\u0000\ud800',
    tools: ['storage.search', 'http_request', 'storage.search'],
  }
  const { body } = await client.put(`${employees}/${created.id}`, changes)
  expect(body).toMatchObject({
    ...changes,
    instructions: 'Be kind.\ufffd',
    tools: ['storage.search', 'http_request'],
    name: 'Nora',
    role: 'Support',
    workflow_ids,
  })
  expect((await client.get(`${employees}/${created.id}`)).body).toEqual(body)
})

test('a personal assistant takes its owner’s instructions, and keeps its name and place', async () => {
  const { employees, member } = await place()
  const client = await app.as(member)
  const { body: ally } = await client.get(`${employees}/ally`)
  const put = (values: unknown) => client.put(`${employees}/${ally.id}`, values)
  const allowed = { description: 'Mine', role: 'Butler', instructions: 'Short answers', tools: ['http_request'] }
  expect(await put({ name: 'Ally', ...allowed })).toMatchObject({ status: 200, body: { name: 'Ally', ...allowed } })
  const others = { name: 'Bob', channel: 'API', show_thinking: false, reasoning: 'low', workflow_ids: [newId()] }
  for (const [field, value] of Object.entries(others)) {
    const { status, body } = await put({ role: 'Changed', [field]: value })
    expect({ status, code: body.code, path: body.issues?.[0]?.path }).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
      path: field,
    })
  }
  expect((await client.get(`${employees}/ally`)).body).toMatchObject({ name: 'Ally', ...allowed })
})

test('junk is refused by the name of its field', async () => {
  const { client, employees } = await place()
  const { body: teammate } = await client.post(employees, { name: 'Nora' })
  const junk: [string, unknown][] = [
    ['name', ''],
    ['name', '   '],
    ['name', null],
    ['name', ' \u0000 '],
    ['name', 'x'.repeat(201)],
    ['role', null],
    ['instructions', 'x'.repeat(100_001)],
    ['model', 5],
    ['model', 'gpt'],
    ['model', '0'],
    ['model', '9'.repeat(40)],
    ['voice', ''],
    ['channel', 'Phone'],
    ['show_thinking', 'yes'],
    ['reasoning', 'extreme'],
    ['tools', 'storage.search'],
    ['tools.0', ['Storage']],
    ['tools.0', ['a..b']],
    ['tools', Array.from({ length: 101 }, () => 'a')],
    ['workflow_ids.0', ['1']],
  ]
  for (const [path, value] of junk) {
    const [field = ''] = path.split('.')
    const answers = [
      await client.post(employees, { name: 'Nora', [field]: value }),
      await client.put(`${employees}/${teammate.id}`, { [field]: value }),
    ]
    for (const { status, body } of answers) {
      expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path })
    }
  }
  expect((await client.post(employees, {})).status).toBe(400)
  expect((await client.post(employees, [])).status).toBe(400)
  expect((await client.put(`${employees}/${teammate.id}`, 'text')).status).toBe(400)
})
