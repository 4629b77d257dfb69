import { expect, test } from 'vitest'
import { MAX_FLOW_STEPS } from '#contracts/flows.ts'
import { testApp } from '#testing/app.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'

const app = await testApp()
const given = await givenWorkflows(app)
const { client, path, problems } = given
const message = (text: string, more: object = {}) => ({ type: 'message', text, ...more })

test('a flow without a mistake has no problems, and one without a flow is a draft', async () => {
  expect(
    await problems({ a: message('{{input.name}} {{output.b.x}} {{state.y}}', { next: 'b' }), b: message('Bye') }),
  ).toEqual([])
  const { body } = await client.post(path, { name: 'Empty' })
  expect(body).toMatchObject({ flow: null, is_draft: true, problems: [] })
})

test('each mistake is named with its step and field', async () => {
  const at = (step: string | null, field: string | null, message: string) => ({ step, field, message })
  expect(await problems({})).toEqual([at(null, null, 'The flow has no steps')])
  expect(await problems({ a: message('x') }, { starting_step_id: null })).toEqual([
    at(null, 'starting_step_id', 'The flow has no first step'),
  ])
  expect(await problems({ a: message('x') }, { starting_step_id: 'b' })).toEqual([
    at(null, 'starting_step_id', 'There is no step b'),
  ])
  expect(await problems({ a: { type: 'dance' } })).toEqual([at('a', 'type', 'There is no step type dance')])
  expect(await problems({ a: { type: 'message' } })).toEqual([at('a', 'text', 'This is required')])
  expect(await problems({ a: { type: 'agent', employee_id: '' } })).toEqual([
    at('a', 'employee_id', 'This is required'),
  ])
  expect(await problems({ a: { type: 'run_code', code: '' } })).toEqual([at('a', 'code', 'This is required')])
  expect(await problems({ a: message('x', { next: 'c', on_error: 'd' }) })).toEqual([
    at('a', 'next', 'There is no step c'),
    at('a', 'on_error', 'There is no step d'),
  ])
  expect(await problems({ a: message('{{SHOP}}') })).toEqual([
    at('a', 'text', "Variable 'SHOP' not found in organization variables"),
  ])
  expect(await problems({ a: message('{{world.x}} {{output.b.x}} {{resume.x}}') })).toEqual([
    at('a', 'text', '{{world.x}}: unknown source type world'),
    at('a', 'text', '{{output.b.x}}: there is no step b'),
    at('a', 'text', '{{resume.x}}: only a step that asks a person has an answer to fill in'),
  ])
  expect(await problems({ a: { type: 'set_state', values: { deep: [{ er: '{{input.{{NOPE}}}}' }] } } })).toEqual([
    at('a', 'values.deep.0.er', "Variable 'NOPE' not found in organization variables"),
  ])
})

test('a time that is none and an address that is none are named, unless placeholders make them', async () => {
  const waits = (more: object) => problems({ a: { type: 'wait', ...more } })
  const noTime = 'The time to wait for is not a time, such as 2026-05-01T09:00:00Z'
  for (const until of ['tomorrow', 'Order 7', '5', '2027-02-30T09:00:00Z', '2027-13-01'])
    expect(await waits({ until }), until).toEqual([{ step: 'a', field: 'until', message: noTime }])
  for (const until of ['2027-02-28', '2027-02-28 09:00+02:00', 'Sat, 27 Feb 2027 08:47:14 GMT'])
    expect(await waits({ until }), until).toEqual([])
  const noNumber = 'The seconds to wait must be a number from 0 to 31536000'
  for (const seconds of ['soon', '-1', ' ']) {
    expect(await waits({ seconds })).toEqual([{ step: 'a', field: 'seconds', message: noNumber }])
  }
  for (const more of [{ until: '2027-01-01T09:00:00Z' }, { until: '{{input.at}}' }, { seconds: '{{input.n}}' }]) {
    expect(await waits(more)).toEqual([])
  }
  const asks = (url: string) => problems({ a: { type: 'http_request', url } })
  const noAddress = { step: 'a', field: 'url', message: 'This is not an http or https address' }
  for (const url of ['ftp://shop.example', 'shop.example/orders', ' ']) expect(await asks(url)).toEqual([noAddress])
  for (const url of ['https://shop.example', '{{input.url}}', 'https://{{input.host}}/']) {
    expect(await asks(url)).toEqual([])
  }
})

test('a circle without a way out is a problem, and one with a way out is none', async () => {
  const circle = 'From this step the flow goes round in a circle without a way out'
  expect(await problems({ a: message('x', { next: 'b' }), b: message('y', { next: 'a' }) })).toEqual([
    { step: 'a', field: 'next', message: circle },
  ])
  expect(await problems({ a: message('x', { next: 'a', on_error: 'b' }), b: message('y') })).toEqual([])
  expect(await problems({ a: message('x'), b: message('y', { next: 'b' }) })).toEqual([])
})

test('a flow is checked without being saved, and the saved one is checked again', async () => {
  const { id, problems: before } = await given.create({ a: message('{{LATER}}') })
  expect(before).toHaveLength(1)
  const validate = (body: object) => client.post(`${path}/${id}/validate`, body)
  expect((await validate({})).body.problems).toEqual(before)
  expect((await validate(flowOf({ a: message('fine') }))).body).toEqual({ problems: [], warnings: [] })
  await client.post(`${given.base}/variables`, { placeholder: 'LATER', value: 'now', is_secret: false })
  expect((await validate({})).body).toEqual({ problems: [], warnings: [] })
  expect(await given.show(id)).toMatchObject({ is_draft: false, problems: [] })
})

test('steps that nothing leads to and rules that compare nothing are warned of, and the flow runs all the same', async () => {
  const condition = (rules: object[], more: object = {}) => ({ type: 'condition', cases: [{ rules, ...more }] })
  const steps = {
    a: condition([{ left: '{{input.n}}', operator: 'equals' }], { next: 'b' }),
    b: condition([
      { left: ' ', operator: 'equals', right: '1' },
      { left: '{{input.n}}', operator: 'contains' },
      { left: '{{input.n}}', operator: 'is_empty' },
    ]),
    lone: message('x', { next: 'behind' }),
    behind: message('y'),
  }
  const { id, problems, is_draft } = await given.create(steps)
  expect({ problems, is_draft }).toEqual({ problems: [], is_draft: false })
  const unreached = { field: null, message: 'No step leads here, so it never runs' }
  const { body } = await client.post(`${path}/${id}/validate`, {})
  expect(body).toEqual({
    problems: [],
    warnings: [
      { step: 'lone', ...unreached },
      { step: 'behind', ...unreached },
      { step: 'b', field: 'cases.0.rules.0', message: 'This rule is empty: choose a value to compare' },
      { step: 'b', field: 'cases.0.rules.1', message: 'This rule has no value to compare with' },
    ],
  })
  // Where a broken step leads is not known.
  const broken = await client.post(
    `${path}/${id}/validate`,
    flowOf({ a: { type: 'dance', next: 'b' }, b: message('x') }),
  )
  expect(broken.body.warnings).toEqual([])
})

test('what does not parse is refused, and junk finds nothing to hold on to', async () => {
  const refused = [
    { flow: { steps: [] }, starting_step_id: 'a' },
    { flow: { steps: { 'a.b': message('x') } } },
    { flow: { steps: { constructor: message('x') } } },
    { flow: { steps: { a: message('x', { next: 'prototype' }) } } },
    { flow: { steps: { a: message('x', { retry: { times: 1000 } }) } } },
    { flow: { steps: { a: message('x', { position: { x: 1e300, y: 0 } }) } } },
    { flow: { steps: { a: message('x', { name: 'n'.repeat(201) }) } } },
    { flow: 'x' },
    { flow: { steps: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`s${n}`, message('x')])) } },
  ]
  for (const body of refused) expect((await client.post(path, { name: 'Junk', ...body })).status).toBe(400)
  const polluting = `{"name":"Junk","starting_step_id":"a","flow":{"steps":{"__proto__":{"type":"message","name":"x"}}}}`
  const answer = await client.send(path, {
    method: 'POST',
    body: polluting,
    headers: { 'content-type': 'application/json' },
  })
  expect([200, 400]).toContain(answer.status)
  expect(({} as { type?: string }).type).toBeUndefined()
})

test('the largest flow, deeply nested and full of placeholders, is checked while others are answered', async () => {
  const steps = Object.fromEntries(
    Array.from({ length: MAX_FLOW_STEPS }, (_, n) => [
      `s${n}`,
      message(`{{V${n}}} {{output.s${n + 1}.x}} ${'{{'.repeat(50)}`, { next: `s${n + 1}` }),
    ]),
  )
  const checked = client.post(path, { name: 'Large', ...flowOf(steps) })
  const health = await app.anyone.get('/health')
  expect(health.status).toBe(200)
  const { status, body } = await checked
  expect(status).toBe(200)
  expect(body.problems.length).toBeGreaterThan(100)
  const many = (prefix: string) => Array.from({ length: 100_000 }, (_, n) => `{{${prefix}${n}}}`).join('')
  for (const prefix of ['V', 'away.v']) {
    const found = await problems({ a: { type: 'set_state', values: { many: many(prefix) } } })
    expect(found.length).toBe(200)
  }
  let below: unknown = Array.from({ length: 200 }, (_, n) => `{{V${n}}}`)
  for (let n = 0; n < 50; n++) below = { ['x'.repeat(1000)]: below }
  const fields = (await problems({ a: { type: 'set_state', values: { below } } })).map(({ field }) => field)
  expect(fields).toContain(`values.below${`.${'x'.repeat(100)}`.repeat(50)}.0`)
  let nested: unknown = '{{NOPE}}'
  for (let n = 0; n < 50; n++) nested = [nested]
  expect(await problems({ a: { type: 'set_state', values: { nested } } })).toHaveLength(1)
})

test('the tools that a step may call come with what they take', async () => {
  const { body } = await client.get(`${path}/tools`)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([...app.ctx.ports.tools.keys()].sort())
  const request = body.data.find(({ name }: { name: string }) => name === 'http_request')
  expect(request.input_schema).toMatchObject({ type: 'object', properties: { url: { type: 'string' } } })
})

test('the schema of a flow has every type of step', async () => {
  const { body } = await client.get(`${path}/schema`)
  const types = body.properties.steps.additionalProperties.oneOf.map(({ title }: { title: string }) => title)
  expect(types).toEqual([...app.ctx.ports.steps.keys()])
  const message = body.properties.steps.additionalProperties.oneOf[types.indexOf('message')]
  expect(message).toMatchObject({ required: ['type', 'name', 'text'], properties: { next: { type: 'string' } } })
})
