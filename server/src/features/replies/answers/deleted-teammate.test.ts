import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { givenInternalChat } from '#testing/chats/internal-chat.ts'
import { givenPrivateChat, messageOf, runOf, runsOf } from '#testing/chats/private-chat.ts'

const app = await testApp()

/** Begins an answer that does not end by itself, and deletes the teammate that writes it. */
async function deletedMidway() {
  const given = await givenInternalChat(app, { values: { model_values: { output_cost: 100 } } })
  given.vendor.reply({ fault: 'hang_midway', chunks: ['The first part', ' and the rest'] })
  const { body } = await given.send('Tell me everything')
  const id = body.assistant_message_id as string
  await app.events.next('message_delta', ({ payload }) => payload.message_id === id)
  const owner = await app.as(given.owner)
  const deleted = await owner.post(`${given.base}/employees/bulk-delete`, { ids: [given.teammate.id] })
  expect(deleted.status).toBe(200)
  await expect.poll(async () => (await runOf(app, body.run_id)).status).toBe('cancelled')
  return { ...given, owner, id, run_id: body.run_id as string }
}

test('a teammate that is deleted stops answering, and what it cost is booked', async () => {
  await using given = await deletedMidway()
  await expect.poll(() => given.vendor.aborted).toBe(1)
  expect(await messageOf(app, given.id)).toMatchObject({
    status: 'completed',
    content: 'The first part',
    is_stopped: true,
    error: null,
  })
  expect((await runOf(app, given.run_id)).usd_cost).toBeGreaterThan(0)
})

test('a teammate that is restored has its chats as they were when it was stopped, and answers again', async () => {
  await using given = await deletedMidway()
  const restored = await given.owner.post(`${given.base}/employees/bulk-restore`, { ids: [given.teammate.id] })
  expect(restored.status).toBe(200)
  const { body } = await given.client.get(`${given.path}/messages`)
  expect(body.data[0]).toMatchObject({ content: 'The first part', is_stopped: true })
  given.vendor.reply({ text: 'Back again.' })
  const sent = await given.sendAndWait('Are you there?')
  expect((await messageOf(app, sent.assistant_message_id)).content).toBe('Back again.')
})

test('whatever else the teammate of a deletion is at is stopped too, and nothing of the others', async () => {
  await using given = await givenPrivateChat(app)
  const other = await app.given.teammate(given.organization, { model: given.teammate.model })
  const { owner } = given
  given.vendor.reply(() => ({ fault: 'hang' }))
  const oneOff = await given.ask('Hello', { is_async: true })
  const path = `/api/private/employee/${other.id}/messages`
  const others = await given.client.post(path, { message: 'Hello', channel: 'api', is_async: true })
  await expect.poll(() => given.vendor.requests.length).toBe(2)
  const client = await app.as(owner)
  const employees = `/api/organizations/${given.organization.id}/employees`
  expect((await client.delete(`${employees}/${given.teammate.id}`)).status).toBe(200)
  await expect.poll(async () => (await runOf(app, oneOff.body.data.runId)).status).toBe('cancelled')
  expect((await runOf(app, others.body.data.runId)).status).toBe('running')
  expect((await client.delete(`${employees}/${other.id}`)).status).toBe(200)
  await expect.poll(async () => (await runOf(app, others.body.data.runId)).status).toBe('cancelled')
})

test('a teammate that asked one that is deleted meanwhile is told, and answers', async () => {
  await using given = await givenPrivateChat(app, {
    organization: { use_lazy_tools: false },
    values: { tools: ['agent.call_teammate'], instructions: 'I am Ada.' },
  })
  const values = { name: 'Bob', model: given.teammate.model, instructions: 'I am Bob.' }
  const bob = await app.given.teammate(given.organization, values)
  const isBob = (body: object) => JSON.stringify(body).includes('I am Bob.')
  given.vendor.reply(({ body }) => {
    if (isBob(body)) return { fault: 'hang' }
    if (JSON.stringify(body).includes('"role":"tool"')) return { text: 'Bob is gone.' }
    const { name } = (body.tools as { function: { name: string } }[])[0]?.function ?? { name: '' }
    return { tool_calls: [{ name, input: { teammate_id: bob.id, message: 'Well?' } }] }
  })
  const answered = given.ask('Ask Bob!')
  await expect.poll(() => given.vendor.requests.some(({ body }) => isBob(body))).toBe(true)
  const client = await app.as(given.owner)
  await client.delete(`/api/organizations/${given.organization.id}/employees/${bob.id}`)
  expect((await answered).body.data.message).toBe('Bob is gone.')
  const [, child] = await runsOf(app, given.organization)
  expect(child).toMatchObject({ employee_id: bob.id, status: 'cancelled' })
})
