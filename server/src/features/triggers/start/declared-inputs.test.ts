import { expect, test } from 'vitest'
import type { FlowInput } from '#contracts/flows.ts'
import { runs } from '#features/runs/table.ts'
import { testApp } from '#testing/app.ts'
import { runOf } from '#testing/chats/private-chat.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await testApp()

const INPUTS: FlowInput[] = [
  { name: 'name', type: 'string', required: true, description: 'Whom to greet' },
  { name: 'times', type: 'integer', default: 2 },
  { name: 'loud', type: 'boolean' },
  { name: 'tags', type: 'array' },
  { name: 'about', type: 'object' },
]
const declaring = (inputs: unknown, text = 'Hello {{input.name}}, {{input.times}} {{input.other}}') => {
  const { flow, starting_step_id } = flowOf({ say: { type: 'message', text } })
  return { flow: { ...flow, inputs }, starting_step_id }
}

async function givenInputs() {
  const given = await givenWorkflows(app)
  const { status, body: workflow } = await given.client.post(given.path, { name: 'Greet', ...declaring(INPUTS) })
  expect(status, JSON.stringify(workflow)).toBe(200)
  expect(workflow.problems).toEqual([])
  const run = (input: unknown, more: object = {}) =>
    given.client.post(`${given.path}/${workflow.id}/run`, { input, ...more })
  const resultOf = async (run_id: string) => {
    await expect.poll(async () => (await runOf(app, run_id))?.status).toMatch(/completed|failed/)
    return (await app.withKey(given.private_key).get(`/api/private/workflow/run/${run_id}`)).body.data
  }
  return { ...given, workflow, run, resultOf }
}

test('a wrong input is refused by the name of its field before there is a run', async () => {
  const { run, client, path, organization } = await givenInputs()
  const refused = [
    [{}, 'input.name', 'This is required'],
    [{ name: 7 }, 'input.name', 'This must be a text'],
    [{ name: 'Ann', times: 1.5 }, 'input.times', 'This must be a whole number'],
    [{ name: 'Ann', times: '3' }, 'input.times', 'This must be a whole number'],
    [{ name: 'Ann', loud: 'yes' }, 'input.loud', 'This must be true or false'],
    [{ name: 'Ann', tags: {} }, 'input.tags', 'This must be a list'],
    [{ name: 'Ann', about: [] }, 'input.about', 'This must be an object'],
    [{ name: 'Ann', about: null }, 'input.about', 'This must be an object'],
  ] as const
  for (const [input, field, message] of refused) {
    const answer = await run(input)
    expect(answer, JSON.stringify(input)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', error: `${field}: ${message}`, issues: [{ path: field, message }] },
    })
  }
  // What is on the canvas is judged by what it declares itself.
  const unsaved = declaring([{ name: 'city', type: 'string', required: true }])
  expect((await run({ name: 'Ann' }, unsaved)).body.error).toBe('input.city: This is required')
  expect((await run({ name: 'Ann' }, { ...unsaved, is_test: true })).status).toBe(400)
  const { body } = await client.get(`${path}/runs?exclude=flow`)
  expect(body.data).toEqual([])
  expect((await app.ctx.db.select().from(runs)).filter((each) => each.organization_id === organization.id)).toEqual([])
})

test('a run takes the defaults of what it was not given, and what nobody declared', async () => {
  const { run, resultOf } = await givenInputs()
  const { body } = await run({ name: 'Ann', other: 'beside' })
  expect((await resultOf(body.run_id)).result).toBe('Hello Ann, 2 beside')
  const own = await run({ name: 'Bob', times: 3, about: { a: 1 }, tags: [1] })
  expect((await resultOf(own.body.run_id)).result).toBe('Hello Bob, 3 {{input.other}}')
})

test('a trigger does not enforce what is declared, and fills in the defaults', async () => {
  const { workflow, client, path, private_key, organization } = await givenInputs()
  const program = app.withKey(private_key)
  const sent = await program.post(`/api/private/trigger/${workflow.id}`, { name: 7 })
  expect(sent).toMatchObject({ status: 200, body: { data: { result: 'Hello 7, 2 {{input.other}}' } } })
  await client.post(`${path}/${workflow.id}/triggers`, { type: 'public' })
  const open = await app.anyone.post(`/api/public/trigger/${organization.public_api_key}/${workflow.id}`, ['x'])
  expect(open).toMatchObject({ status: 200, body: { data: { result: 'Hello {{input.name}}, 2 {{input.other}}' } } })
})

test('a model, the console and a program of a person are shown the fields, and a wrong one is refused', async () => {
  const { workflow, client, base, organization, owner } = await givenInputs()
  const teammate = await app.given.teammate(organization)
  expect((await client.put(`${base}/employees/${teammate.id}`, { workflow_ids: [workflow.id] })).status).toBe(200)
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Whom to greet' },
      times: { type: 'integer', default: 2 },
      loud: { type: 'boolean' },
      tags: { type: 'array' },
      about: { type: 'object' },
      other: {},
    },
  }
  const console = `${base}/employees/${teammate.id}/tools`
  const { body: tools } = await client.get(console)
  expect(tools.data.at(-1)).toMatchObject({ name: 'workflow.greet', input_schema: schema })
  const tried = await client.post(`${console}/call`, { tool: 'workflow.greet', input: { name: 1 } })
  expect(tried).toMatchObject({ status: 400, body: { error: 'input.name: This must be a text' } })

  const hosted = await givenHosted(app, owner, teammate)
  const { body: list } = await hosted.ask('tools/list')
  const listed = list.result.tools.find(({ name }: { name: string }) => name === 'workflow.greet')
  expect(listed.inputSchema).toMatchObject(schema)
  const wrong = await hosted.call('workflow.greet', { name: 'Ann', times: 'x' })
  expect(wrong.body.result).toMatchObject({ isError: true })
  expect(JSON.stringify(wrong.body.result)).toContain('times: This must be a whole number')
  const right = await hosted.call('workflow.greet', { name: 'Ann' })
  expect(right.body.result.content[0].text).toContain('Hello Ann, 2')
})

test('a step that calls a workflow is held to its inputs', async () => {
  const { workflow, client, create, path, resultOf } = await givenInputs()
  const call = async (input: object) => {
    const { id } = await create({ call: { type: 'workflow', workflow_id: workflow.id, input } })
    return resultOf((await client.post(`${path}/${id}/run`, { input: { who: 'Ann' } })).body.run_id)
  }
  expect(await call({ name: '{{input.who}}' })).toMatchObject({
    status: 'completed',
    result: 'Hello Ann, 2 {{input.other}}',
  })
  expect(await call({ times: 1 })).toMatchObject({
    status: 'failed',
    error: 'The input does not fit. name: This is required',
  })
})

test('what is wrong with a declaration makes a draft, and what is no declaration is refused', async () => {
  const { client, path } = await givenWorkflows(app)
  const problemsOf = async (inputs: unknown) =>
    (await client.post(path, { name: 'Draft', ...declaring(inputs, 'x') })).body.problems
  const at = (field: string, message: string) => ({ step: null, field: `inputs.${field}`, message })
  const characters = 'The name of an input has letters, digits, _ and - only'
  expect(await problemsOf([{ name: '', type: 'string' }])).toEqual([at('0.name', 'This is required')])
  for (const name of ['a.b', '{{x}}', '__proto__', 'constructor']) {
    expect(await problemsOf([{ name, type: 'string' }])).toEqual([at('0.name', characters)])
  }
  expect(
    await problemsOf([
      { name: 'a', type: 'string' },
      { name: 'a', type: 'number', default: 'x' },
    ]),
  ).toEqual([at('1.name', 'There are two inputs a'), at('1.default', 'This must be a number')])
  const refused = [{}, [{ name: 'a' }], [{ name: 'a', type: 'date' }], [{ name: 'a', type: 'string', more: 1 }], ['a']]
  refused.push(Array.from({ length: 51 }, (_, n) => ({ name: `a${n}`, type: 'string' })))
  for (const inputs of refused) {
    expect((await client.post(path, { name: 'Junk', ...declaring(inputs) })).status).toBe(400)
  }
})

test('inputs go along with versions, files, clones and the schema of a flow', async () => {
  const { workflow, client, path, base, organization, show, admin } = await givenInputs()
  const { body: file } = await client.get(`${path}/${workflow.id}/export`)
  expect(file.flow.inputs).toEqual(INPUTS)
  expect((await client.post(`${path}/import`, file)).body.flow.inputs).toEqual(INPUTS)
  const cloned = await client.post(`${path}/${workflow.id}/clone`, { organization_id: organization.id })
  expect(cloned.body.flow.inputs).toEqual(INPUTS)

  await client.put(`${path}/${workflow.id}`, declaring([]))
  expect((await show(workflow.id)).flow?.inputs).toEqual([])
  const { body: versions } = await client.get(`${base}/entity-versions/workflow/${workflow.id}`)
  const [first] = versions.data.filter(({ version }: { version: number }) => version === 1)
  const asAdmin = await app.as(admin)
  expect((await asAdmin.post(`${base}/entity-versions/${first.id}/restore`)).status).toBe(200)
  expect((await show(workflow.id)).flow?.inputs).toEqual(INPUTS)

  const { body: schema } = await client.get(`${path}/schema`)
  expect(schema.properties.inputs.items).toMatchObject({
    required: ['name', 'type'],
    properties: { type: { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array'] } },
  })
})
