import { expect, test } from 'vitest'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp()

const tools = ['conversation.request_operator']
const call = { tool_calls: [{ id: 'call_1', name: 'conversation__request_operator', input: {} }] }

async function asking() {
  const given = await givenWebchat(app, { organization: { use_lazy_tools: false }, values: { tools } })
  const browser = given.browser()
  const owner = await app.as(given.owner)
  const inbox = `${given.base}/conversations`
  const events = async (id: string) => {
    const shown = [await browser.get(`/messages?conversation_id=${id}`), await owner.get(`${inbox}/${id}/messages`)]
    return shown.map(({ body }) =>
      body.data.flatMap(({ system_event }: { system_event?: object }) => system_event ?? []),
    )
  }
  const counts = async () => (await owner.get(`${inbox}/counts`)).body
  return { ...given, browser, owner, inbox, events, counts }
}

test('a teammate that asks for a person with its tool has the conversation wait, and both sides see who asked', async () => {
  await using given = await asking()
  const { browser, owner, inbox } = given
  await browser.call('POST', '/conversations/new', {})
  const listener = await browser.listen()
  given.vendor.reply(call, { text: 'Somebody will be here soon.' })
  const { conversation, answer } = await browser.sendAndWait('I want a person')
  const asked = { type: 'operator_requested', user_name: null, requested_by: 'teammate' }
  expect(await given.events(conversation.id)).toEqual([[asked], [asked]])
  expect((await owner.get(`${inbox}/${conversation.id}`)).body).toMatchObject({
    status: 'waiting_for_operator',
    unanswered_since: expect.any(String),
    assigned_user_id: null,
  })
  expect(await given.counts()).toMatchObject({ escalated: 1 })
  await expect
    .poll(() => listener.received.find(({ payload }) => payload.system_event)?.payload.system_event)
    .toEqual(asked)
  const changed = listener.received.findLast(({ name }) => name === 'webchat.conversation_updated')
  expect(changed?.payload).toMatchObject({ id: conversation.id, status: 'waiting_for_operator' })
  const [pushed] = app.events.find(
    'conversation.updated',
    ({ payload }) => payload.id === conversation.id && payload.status === 'waiting_for_operator',
  )
  expect(pushed).toMatchObject({ payload: { previous: { status: 'active', unanswered_since: null } } })
  // Waiting is a request: the teammate continues until someone comes.
  const { data } = (await browser.get('/messages')).body
  expect(data.find(({ id }: { id: string }) => id === answer?.id)).toMatchObject({
    status: 'completed',
    content: expect.stringContaining('Somebody will be here soon.'),
  })
})

test('it is known who asked: the contact by their button, and nobody where no answer came about', async () => {
  await using given = await asking()
  const first = await given.browser.sendAndWait('Hi')
  await given.browser.call('POST', `/conversations/${first.conversation.id}/request-operator`, {})
  const byContact = { type: 'operator_requested', user_name: null, requested_by: 'contact' }
  expect(await given.events(first.conversation.id)).toEqual([[byContact], [byContact]])

  await using failing = await asking()
  failing.vendor.reply(...Array(6).fill({ fault: 'status', status: 400 }))
  const { conversation } = await failing.browser.sendAndWait('Help')
  const byFailure = { type: 'operator_requested', user_name: null, requested_by: 'failure' }
  await expect.poll(() => failing.events(conversation.id)).toEqual([[byFailure], [byFailure]])
})

test('who waits for a person and archives the conversation waits again once it is taken out', async () => {
  await using given = await asking()
  const { conversation } = await given.browser.sendAndWait('Hi')
  const path = `/conversations/${conversation.id}`
  await given.browser.call('POST', `${path}/request-operator`, {})
  const since = (await given.owner.get(`${given.inbox}/${conversation.id}`)).body.unanswered_since
  await given.browser.call('PATCH', `${path}/archive`, {})
  expect(await given.counts()).toMatchObject({ escalated: 0 })
  const { body } = await given.browser.call('PATCH', `${path}/unarchive`, {})
  expect(body.data).toMatchObject({ status: 'waiting_for_operator' })
  expect((await given.owner.get(`${given.inbox}/${conversation.id}`)).body.unanswered_since).toBe(since)
  expect(await given.counts()).toMatchObject({ escalated: 1 })
})

test('a person who is asked for in an archived conversation does not take it out, and is asked for as soon as someone does', async () => {
  await using given = await asking()
  const first = await given.browser.sendAndWait('Hi')
  const path = `/conversations/${first.conversation.id}`
  const { promise: until, resolve: fail } = Promise.withResolvers<void>()
  const failing = Array(6).fill({ fault: 'status', status: 400 })
  given.vendor.reply({ fault: 'drop_midway', chunks: ['One ', 'moment'], until }, ...failing)
  const { body } = await given.browser.send('Help')
  await expect.poll(() => given.vendor.requests.length).toBe(2)
  await given.browser.call('PATCH', `${path}/archive`, {})
  fail()
  const asked = { type: 'operator_requested', requested_by: 'failure' }
  await expect.poll(() => given.events(first.conversation.id)).toMatchObject([[asked], [asked]])
  expect((await given.owner.get(`${given.inbox}/${body.data.conversation.id}`)).body.status).toBe('archived')
  expect(await given.counts()).toMatchObject({ escalated: 0 })
  const unarchived = await given.browser.call('PATCH', `${path}/unarchive`, {})
  expect(unarchived.body.data).toMatchObject({ status: 'waiting_for_operator' })
  expect(await given.counts()).toMatchObject({ escalated: 1 })
})
