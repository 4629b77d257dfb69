import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const app = await testApp()

test('a whole number that a computer would round keeps its digits', async () => {
  const text = '{{input.id}} {{input.ids.1}} {{input.small}} {{input.price}} {{input.text}}'
  const { add, open } = await givenTriggers(app, { say: { type: 'message', text } })
  await add({ type: 'public' })
  const body =
    '{"id":12345678901234567890,"ids":[1,-9007199254740993],"small":9007199254740991,"price":1.10,"text":"12345678901234567890"}'
  const response = await app.anyone.send(open, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(await response.json()).toHaveProperty(
    'data.result',
    '12345678901234567890 -9007199254740993 9007199254740991 1.1 12345678901234567890',
  )
})
