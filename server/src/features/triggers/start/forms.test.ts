import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenPrivateChat } from '#testing/chats/private-chat.ts'
import { givenTriggers } from '#testing/runs/triggers.ts'

const app = await testApp()
const headers = { 'content-type': 'application/x-www-form-urlencoded' }

test('a workflow gets every value of a form that it is sent, under the names of its fields', async () => {
  const text = '{{input.topping}} {{input.name.first}} {{input.ids.1}} {{input.empty}}|{{input.number}}'
  const { add, open } = await givenTriggers(app, { say: { type: 'message', text } })
  await add({ type: 'public' })
  const body = 'topping=ham&topping=cheese&name[first]=Ann&ids[]=7&ids[]=8&empty=&number=12345678901234567890'
  const response = await app.anyone.send(open, { method: 'POST', headers, body })
  expect(await response.json()).toHaveProperty('data.result', '["ham","cheese"] Ann 8 |12345678901234567890')
})

test('a program may send a message as a form: fields of fields, and booleans that are written out', async () => {
  await using given = await givenPrivateChat(app)
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ message: 'Hello', channel: 'api', ...fields }).toString()
    const response = await given.client.send(given.path, { method: 'POST', headers, body })
    return { status: response.status, body: await response.json() }
  }
  const contact = { 'conversation[id]': 'o-1', 'contact[id]': 'c-1', 'contact[first_name]': 'Ann' }
  const queued = await send({ ...contact, is_async: 'true' })
  expect(queued).toMatchObject({ status: 200, body: { data: { message: null, assistantMessageId: null } } })
  expect(await send({ ...contact, is_async: 'false' })).toMatchObject({
    status: 200,
    body: { data: { messageId: expect.any(String), assistantMessageId: expect.any(String) } },
  })
  expect((await send({ ...contact, is_async: 'perhaps' })).status).toBe(400)
})
