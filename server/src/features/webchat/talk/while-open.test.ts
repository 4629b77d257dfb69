import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#features/organizations/table.ts'
import { givenWebchat, refusalOf, startWebchatApp } from '#testing/chats/webchat.ts'
import { recheckVisitors } from '../recheck-visitors.ts'

const app = await startWebchatApp()

type Given = Awaited<ReturnType<typeof givenWebchat>>

/** A browser with an open widget in which something was said. */
async function open(given: Given, query = '') {
  const browser = given.browser()
  await browser.call('POST', '/conversations/new', query ? { event_id: query } : {})
  const sent = await browser.sendAndWait('Hi', query ? { event_id: query } : {})
  return { browser, listener: await browser.listen(), ...sent }
}

test('a visitor of an organization that becomes inactive is refused, and their connection ends', async () => {
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const [{ browser, listener, conversation }, there] = [await open(given), await open(other)]
  const set = (status: 'active' | 'inactive') =>
    app.ctx.db.update(organizations).set({ status }).where(eq(organizations.id, given.organization.id))
  await set('inactive')
  const refused = { status: 403, body: { code: 'ORGANIZATION_INACTIVE' } }
  expect(await browser.send('More')).toMatchObject(refused)
  expect(await browser.get('/init')).toMatchObject(refused)
  expect(await browser.call('DELETE', `/conversations/${conversation.id}`, {})).toMatchObject(refused)
  await recheckVisitors(app.ctx)
  await expect.poll(listener.ends).toBe(1)
  expect(await refusalOf(app, browser.ws_token())).toBe('unauthorized')
  expect(there.listener.ends()).toBe(0)
  await set('active')
  expect(await refusalOf(app, browser.ws_token())).toBe('let in')
  await browser.sendAndWait('Back again')
})

test('a connection ends with the public key that it was let in under', async () => {
  await using given = await givenWebchat(app)
  const { browser, listener } = await open(given)
  expect((await given.asAdmin.post(`${given.base}/api-keys/public/rotate`)).status).toBe(200)
  await expect.poll(listener.ends).toBe(1)
  expect(await refusalOf(app, browser.ws_token())).toBe('unauthorized')
  expect((await browser.send('More')).status).toBe(401)
})

test('a connection without proof ends where proof is asked for from now on', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  await browser.sendAndWait('Hi', { contact: { external_id: 'u-1' } })
  const listener = await browser.listen()
  await given.secure({ identity_required: true })
  await expect.poll(listener.ends).toBe(1)
  expect(await refusalOf(app, browser.ws_token())).toBe('unauthorized')
})

test('a teammate that is deleted answers nobody any more, and its conversations are gone for visitors', async () => {
  await using given = await givenWebchat(app)
  const event_id = await given.entryPoint()
  const { browser, conversation, answer } = await open(given, event_id)
  const owner = await app.as(given.owner)
  expect((await owner.delete(`${given.base}/employees/${given.teammate.id}`)).status).toBe(200)
  const missing = { status: 404, body: { code: 'ENTRY_POINT_NOT_FOUND' } }
  expect(await browser.send('More')).toMatchObject(missing)
  expect(await browser.send('More', { event_id, conversation_id: conversation.id })).toMatchObject(missing)
  expect(await browser.get(`/init?event_id=${event_id}`)).toMatchObject(missing)
  const path = `/conversations/${conversation.id}`
  expect((await browser.call('PATCH', `${path}/title`, { title: 'x' })).status).toBe(404)
  const judged = { conversation_id: conversation.id, reaction: 'like' }
  expect((await browser.call('PUT', `/messages/${answer?.id}/reaction`, judged)).status).toBe(404)
})

test('an entry point that is deleted or leads to another teammate does so at once', async () => {
  await using given = await givenWebchat(app)
  const bea = await app.given.teammate(given.organization, { name: 'Bea', model: given.teammate.model })
  const event_id = await given.entryPoint()
  const { browser, conversation } = await open(given, event_id)
  const path = `${given.base}/webchat-entry-points/${event_id}`
  expect((await given.asAdmin.put(path, { name: 'Shop', employee_id: bea.id })).status).toBe(200)
  expect((await browser.get(`/init?event_id=${event_id}`)).body.data.ai_employee.name).toBe('Bea')
  const next = await browser.sendAndWait('More', { event_id })
  expect(next.conversation).toMatchObject({ ai_employee: { name: 'Bea' } })
  const before = await browser.sendAndWait('Back', { event_id, conversation_id: conversation.id })
  expect(before.conversation).toMatchObject({ id: conversation.id, ai_employee: { name: 'Ada' } })
  expect((await given.asAdmin.delete(path)).status).toBe(200)
  expect(await browser.send('More', { event_id })).toMatchObject({ status: 404 })
})
