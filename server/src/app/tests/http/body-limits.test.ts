import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { flowOf, givenWorkflows } from '#testing/runs/workflows.ts'

const app = await testApp()
const padding = 'x'.repeat(3 * 1024 * 1024)

test('a route takes a body of the contract’s size, whatever is in it that the route does not read', async () => {
  const { client, path } = await givenWorkflows(app)
  const flow = flowOf({ say: { type: 'message', text: 'Hello' } })
  const { status, body } = await client.post(path, { name: 'Greet', ...flow, padding })
  expect([status, JSON.stringify(body).includes('xxx')]).toEqual([200, false])
})

test('the values that a route reads have its limit', async () => {
  const { client, create, path } = await givenWorkflows(app)
  const { id } = await create()
  const run = (input: object) => client.post(`${path}/${id}/run`, { input })
  expect((await run({ text: 'x'.repeat(1024 * 1024) })).status).toBe(200)
  expect((await run({ text: padding })).status).toBe(413)
  expect((await run({ texts: padding.match(/.{1,4096}/g) })).status).toBe(413)
})
