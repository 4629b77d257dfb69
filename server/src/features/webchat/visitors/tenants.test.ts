import { expect, test } from 'vitest'
import { newId } from '#platform/id.ts'
import { givenWebchat, startWebchatApp, WEBCHAT } from '#testing/chats/webchat.ts'
import { fieldsOf, sampleOf } from '#testing/routes/junk.ts'
import { expectAll, fill } from '#testing/routes/walk.ts'

const app = await startWebchatApp()

/** Every route of visitors that names a conversation. */
const routes = app.routes.filter(
  ({ caller, endpoint: { params, query, body } }) =>
    (caller === 'visitor' || caller === 'known_visitor') &&
    [params, query, body].flatMap(fieldsOf).includes('conversation_id'),
)

test('another visitor’s and another organization’s conversations look exactly like missing ones', async () => {
  expect(routes.length).toBeGreaterThan(8)
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const [own, neighbor, outsider] = [given.browser(), given.browser(), other.browser()]
  const mine = await own.sendAndWait('Mine')
  const theirs = [await neighbor.sendAndWait('Theirs'), await outsider.sendAndWait('Theirs')]
  const listed = async () => JSON.stringify([(await own.get('/messages')).body, (await own.get('/conversations')).body])
  const before = await listed()

  const ask = (conversation_id: string, message_id: string) =>
    expectAll(routes, 404, (route) => {
      const { method, endpoint } = route
      const asked = endpoint.body && {
        ...sampleOf(endpoint.body),
        conversation_id,
        contact: undefined,
        event_id: undefined,
      }
      const query = endpoint.query ? `?conversation_id=${conversation_id}` : ''
      const path = fill(route, { conversation_id, message_id }).replace(WEBCHAT, '')
      return own.call(method, path + query, asked)
    })
  const missing = await ask(newId(), newId())
  for (const { conversation, answer } of theirs) {
    const answers = await ask(conversation.id, answer?.id ?? '')
    for (const [index, answer] of answers.entries()) expect(answer).toLookLike(missing[index] ?? answer)
  }
  // A message of someone else, under a conversation of one's own.
  for (const { answer, message } of theirs) {
    for (const id of [answer?.id, message.id]) {
      const judged = { conversation_id: mine.conversation.id, reaction: 'like' }
      expect((await own.call('PUT', `/messages/${id}/reaction`, judged)).status).toBe(404)
    }
    const { body } = await own.get(`/messages?limiter=${answer?.id}`)
    expect(JSON.stringify(body)).not.toContain('Theirs')
  }
  expect(await listed()).toBe(before)
})

test('another organization’s entry point, contact and client ids mean nothing here', async () => {
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const event_id = await other.entryPoint()
  const browser = given.browser()
  const missing = { status: 404, body: { code: 'ENTRY_POINT_NOT_FOUND' } }
  for (const id of [event_id, newId(), 'x']) {
    for (const path of ['/init', '/messages', '/conversations']) {
      expect(await browser.get(`${path}?event_id=${id}`), `${path} ${id}`).toMatchObject(missing)
    }
    expect(await browser.send('Hi', { event_id: id })).toMatchObject(missing)
    expect(await browser.call('POST', '/conversations/new', { event_id: id })).toMatchObject(missing)
  }
  const client_message_id = newId()
  const contact = { external_id: 'u-1' }
  const there = await other.browser().sendAndWait('There', { contact, client_message_id })
  const here = await browser.sendAndWait('Here', { contact, client_message_id })
  expect(here.message.id).not.toBe(there.message.id)
  expect(JSON.stringify((await browser.get('/messages')).body)).not.toContain('There')
})

test('an organization without anybody for the web has no webchat', async () => {
  await using given = await givenWebchat(app, { values: { channel: 'API' } })
  expect(await given.browser().get('/init')).toMatchObject({ status: 404, body: { code: 'ENTRY_POINT_NOT_FOUND' } })
  const ally = { owned_by_user_id: given.member.id, is_system: true, channel: 'Web Chat' } as const
  await app.given.teammate(given.organization, ally)
  expect((await given.browser().get('/init')).status).toBe(404)
  const event_id = await given.entryPoint()
  expect((await given.browser().get(`/init?event_id=${event_id}`)).status).toBe(200)
})
