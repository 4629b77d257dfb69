import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { answered } from '#testing/doubles/tool-server.ts'
import { flowOf } from '#testing/runs/workflows.ts'
import { givenConnector } from '#testing/tools/connectors.ts'
import { givenHosted } from '#testing/tools/hosted.ts'

const app = await ownTestApp({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })

const find = {
  name: 'find_person',
  description: 'Finds a person by name.',
  inputSchema: { properties: { name: { type: 'string' } }, required: ['name'] },
  call: ({ name }: Record<string, unknown>) => answered(`${name} lives in Rome.`),
}

test.each(['self_contained', 'sessions', 'sse'] as const)(
  'a teammate uses the tools of a server that speaks %s, by the name of its connector',
  async (speaking) => {
    await using given = await givenConnector(app, { speaking, tools: [find], name: 'My CRM!' })
    const tested = await given.test()
    expect(tested.body).toMatchObject({
      success: true,
      toolsets: [{ name: 'my_crm', tool_count: 1, tools: [{ name: 'find_person' }] }],
    })
    expect(await given.show()).toMatchObject({ health: 'working', tool_count: 1, toolset: 'my_crm' })
    const call = { id: 'a', name: 'my_crm__find_person', input: { name: 'Ada' } }
    given.vendor.reply({ text: '', tool_calls: [call] }, { text: 'In Rome.' })
    const { body } = await given.ask('Where does Ada live?')
    expect(body.data.message).toBe('In Rome.')
    expect(given.offered(0)).toContain('my_crm__find_person')
    expect(given.tools.calls).toEqual([{ name: 'find_person', given: { name: 'Ada' } }])
    expect(JSON.stringify(given.sent())).toContain('Ada lives in Rome.')
  },
)

test('a reference within a schema leads where the server meant it: through a list, percent-encoded or by an anchor', async () => {
  const inputSchema = {
    type: 'object',
    anyOf: [{ properties: { name: { type: 'string', minLength: 1 } } }],
    $defs: { 'a b/c': { type: 'integer' }, when: { $anchor: 'moment', type: 'string', format: 'date' } },
    properties: {
      name: { $ref: '#/anyOf/0/properties/name' },
      count: { $ref: '#/$defs/a%20b~1c' },
      at: { $ref: '#moment' },
      nowhere: { $ref: '#/anyOf/1' },
      elsewhere: { $ref: 'https://example.com/schema', type: 'string' },
    },
  }
  await using given = await givenConnector(app, { tools: [{ ...find, inputSchema }] })
  await given.test()
  given.vendor.reply({ text: 'Hello.' })
  await given.ask('Hello')
  const [tool] = (given.vendor.requests[0]?.body.tools ?? []) as { function: { parameters: object } }[]
  expect(tool?.function.parameters).toEqual({
    type: 'object',
    $defs: { name: { type: 'string' }, a_b_c: { type: 'integer' }, when: { type: 'string', format: 'date' } },
    properties: {
      name: { $ref: '#/$defs/name' },
      count: { $ref: '#/$defs/a_b_c' },
      at: { $ref: '#/$defs/when' },
      nowhere: {},
      elsewhere: { type: 'string' },
    },
  })
})

test('a reference by a short anchor to a name of thousands of letters is left out, and the rest of the schema is read', async () => {
  const properties = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { $ref: '#moment', title: name }]))
  const $defs = { ['é'.repeat(3000)]: { $anchor: 'moment', type: 'string' } }
  await using given = await givenConnector(app, {
    tools: [{ ...find, inputSchema: { type: 'object', $defs, properties } }],
  })
  await given.test()
  given.vendor.reply({ text: 'Hello.' })
  await given.ask('Hello')
  const [tool] = (given.vendor.requests[0]?.body.tools ?? []) as { function: { parameters: object } }[]
  expect(tool?.function.parameters).toMatchObject({
    properties: { a: { title: 'a' }, b: { title: 'b' }, c: { title: 'c' } },
  })
})

test('of more tools than a vendor takes, a model loads those that it needs, and the ones loaded longest ago make room', async () => {
  const tools = Array.from({ length: 150 }, (_, at) => ({ ...find, name: `find_${at}` }))
  await using given = await givenConnector(app, { tools })
  await given.test()
  const load = (from: number, count: number) => {
    const names = Array.from({ length: count }, (_, at) => `crm__find_${from + at}`)
    return { text: '', tool_calls: [{ id: `load_${from}`, name: 'load_tools', input: { names } }] }
  }
  given.vendor.reply(load(0, 50), load(50, 50), load(100, 50), { text: 'Done.' })
  expect((await given.ask('Look!')).body.data.message).toBe('Done.')
  expect(given.offered(0)).toEqual(['load_tools'])
  const offered = given.offered(3)
  expect(offered).toHaveLength(128)
  expect(offered).not.toContain('crm__find_22')
  expect(offered).toEqual(expect.arrayContaining(['load_tools', 'crm__find_23', 'crm__find_149']))
})

test('the tools that a connector had when it was last asked are read by members, and by nobody of another organization', async () => {
  await using given = await givenConnector(app, { tools: [find] })
  const tools = `${given.base}/mcps/mcp/${given.connector.id}/tools`
  await given.test()
  const member = await app.as(await app.given.membership(given.organization, 'member'))
  const listed = { data: [{ name: 'find_person', description: 'Finds a person by name.' }] }
  for (const person of [given.person, member]) expect((await person.get(tools)).body).toEqual(listed)
  const theirs = await app.given.organization()
  const outsider = await app.as(theirs.owner)
  expect((await outsider.get(tools)).status).toBe(404)
  expect((await outsider.get(tools.replace(given.organization.id, theirs.organization.id))).status).toBe(404)
})

test('a program calls the tools of a connector at the hosted endpoint, exactly those that are assigned now', async () => {
  await using given = await givenConnector(app, { tools: [find] })
  await given.test()
  const hosted = await givenHosted(app, given.owner, given.teammate)
  expect(await hosted.names()).toEqual(['crm__find_person'])
  const { body } = await hosted.ask('tools/list')
  expect(body.result.tools[0]).toMatchObject({ inputSchema: { properties: { name: { type: 'string' } } } })
  const called = await hosted.call('crm__find_person', { name: 'Ada', more: { deep: ['{{input.name}}'] } })
  expect(called.body.result.content).toMatchObject([{ text: 'Ada lives in Rome.' }])
  expect(given.tools.calls).toEqual([
    { name: 'find_person', given: { name: 'Ada', more: { deep: ['{{input.name}}'] } } },
  ])
  given.tools.tools = [{ name: 'other' }]
  await given.test()
  expect(await hosted.names()).toEqual(['crm__other'])
  await given.person.put(`${given.base}/mcps/mcp/${given.connector.id}`, { name: 'Sales' })
  expect(await hosted.names()).toEqual(['sales__other'])
  await given.person.delete(given.assigned, { mcp_id: given.connector.id })
  expect(await hosted.names()).toEqual([])
})

test('a schema that vendors refuse takes nothing else with it: programs read it as they can hand it on, the tool gets its own names', async () => {
  const inputSchema = {
    properties: {
      'filter[id]': { type: 'string' },
      email: { type: 'string', pattern: '^(?!x)' },
      rows: { type: 'array' },
    },
    oneOf: [{ required: ['filter[id]'] }, { required: ['email'] }],
  }
  await using given = await givenConnector(app, { tools: [find, { ...find, name: 'list', inputSchema }] })
  await given.test()
  given.vendor.reply({ text: 'Hello.' })
  expect((await given.ask('Hello')).body.data.message).toBe('Hello.')

  const hosted = await givenHosted(app, given.owner, given.teammate)
  const { body } = await hosted.ask('tools/list')
  expect(body.result.tools[1].inputSchema).toEqual({
    type: 'object',
    description: 'Give one of these: (filter[id]) or (email).',
    properties: {
      filter_id: { type: 'string', description: 'Its name is "filter[id]".' },
      email: { type: 'string' },
      rows: { type: 'array', items: {} },
    },
  })
  await hosted.call('crm__list', { filter_id: '7', more: 1 })
  expect(given.tools.calls).toEqual([{ name: 'list', given: { 'filter[id]': '7', more: 1 } }])
})

test('a tool of a connector may ask first, and is called once it was approved', async () => {
  await using given = await givenConnector(app, { tools: [find] })
  await given.test()
  const hasAsked = { mcp_id: given.connector.id, ask: ['find_person'] }
  expect((await given.person.post(given.assigned, hasAsked)).status).toBe(200)
  // What is assigned once more stays as it is, and what is called otherwise is asked about all the same.
  await given.person.post(given.assigned, { mcp_id: given.connector.id })
  await given.person.put(`${given.base}/mcps/mcp/${given.connector.id}`, { name: 'Sales' })
  expect((await given.person.get(given.assigned)).body.data).toMatchObject([{ toolset: 'sales', ask: ['find_person'] }])
  const hosted = await givenHosted(app, given.owner, given.teammate)
  expect(await hosted.names()).toEqual([])
  given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: 'sales__find_person', input: { name: 'Ada' } }] })
  given.vendor.reply({ text: 'In Rome.' })
  await given.ask('Where does Ada live?', { is_async: true })
  const runs = `${given.base}/workflows/runs`
  const status = async () => (await given.person.get(runs)).body.data[0]?.status
  await expect.poll(status).toBe('suspended')
  expect(given.tools.calls).toEqual([])
  const { run_id } = (await given.person.get(runs)).body.data[0]
  expect((await given.person.post(`${runs}/${run_id}/resume`, { approved: true })).status).toBe(200)
  await expect.poll(status).toBe('completed')
  expect(given.tools.calls).toHaveLength(1)
})

test('a step of a flow calls a tool of the teammate’s connector, and one that the teammate has not is a problem', async () => {
  await using given = await givenConnector(app, { tools: [find] })
  await given.test()
  const step = (tool: string) => ({
    type: 'tool',
    employee_id: given.teammate.id,
    tool,
    input: { name: '{{input.name}}' },
  })
  const create = (tool: string) =>
    given.person.post(`${given.base}/workflows`, { name: tool, ...flowOf({ call: step(tool) }) })
  const { body: flow } = await create('crm__find_person')
  expect(flow.problems).toEqual([])
  const started = await given.client.post(`/api/private/trigger/${flow.id}`, { name: 'Ada' })
  expect(started.body.data.result).toBe('Ada lives in Rome.')
  const { body: wrong } = await create('crm__delete_all')
  expect(wrong.problems).toMatchObject([{ field: 'tool', message: 'There is no tool crm__delete_all' }])
})

test('what is taken from a teammate while it answers is not called any more', async () => {
  const leave = { name: 'leave', call: () => unassign().then(() => answered('You are out.')) }
  await using given = await givenConnector(app, { tools: [find, leave] })
  const unassign = () => given.person.delete(given.assigned, { mcp_id: given.connector.id })
  await given.test()
  const call = (name: string) => ({
    text: '',
    tool_calls: [{ id: name, name: `crm__${name}`, input: { name: 'Ada' } }],
  })
  given.vendor.reply(call('leave'), call('find_person'), { text: 'Sorry.' })
  await given.ask('Where does Ada live?')
  expect(given.tools.calls.map(({ name }) => name)).toEqual(['leave'])
  expect(JSON.stringify(given.sent())).toContain('Connector not found')
})

test('a tool that runs as a task alone, or is for the page of an MCP app alone, is not offered', async () => {
  const tools = [
    { name: 'find' },
    { name: 'research', execution: { taskSupport: 'required' as const } },
    { name: 'report', execution: { taskSupport: 'optional' as const } },
    { name: 'poll_stats', _meta: { ui: { visibility: ['app'] } } },
    { name: 'show_stats', _meta: { ui: { resourceUri: 'ui://stats', visibility: ['model', 'app'] } } },
    { name: 'show_map', _meta: { ui: { resourceUri: 'ui://map' } } },
  ]
  await using given = await givenConnector(app, { speaking: 'sessions', tools })
  const { body } = await given.test()
  expect(body.toolsets[0].tools).toMatchObject(['find', 'report', 'show_stats', 'show_map'].map((name) => ({ name })))
})

test.each([
  ['is in no text is added', [{ city: 'Rome' }, { city: 'Bern', days: 2 }], ['Found 2 offices.'], true],
  ['is a text as JSON is not repeated', { city: 'Rome' }, ['{\n  "city": "Rome"\n}'], false],
  ['is the text itself is not repeated', { content: 'Rome\nBern' }, ['Rome\nBern'], false],
  ['is spread over texts is not repeated', { result: ['Rome', 5, true, null] }, ['Rome', '5', 'true', 'null'], false],
])('what a result has as data and %s', async (_, data, texts, isAdded) => {
  const structuredContent = { data }
  const content = texts.map((text) => ({ type: 'text' as const, text }))
  const tools = [{ name: 'find', call: () => ({ content, structuredContent }) }]
  await using given = await givenConnector(app, { tools })
  await given.test()
  given.vendor.reply({ text: '', tool_calls: [{ id: 'a', name: 'crm__find', input: {} }] }, { text: 'Done.' })
  await given.ask('Where are our offices?')
  const result = given.sent().find(({ role }) => role === 'tool')?.content
  expect(result).toBe([...texts, ...(isAdded ? [JSON.stringify(structuredContent)] : [])].join('\n'))
})
