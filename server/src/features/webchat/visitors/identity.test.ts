import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactChannels, contacts } from '#features/contacts/table.ts'
import { givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp()

const hashOf = (external_id: string, secret: string) => createHmac('sha256', secret).update(external_id).digest('hex')

const contactsOf = ({ id }: { id: string }) =>
  app.ctx.db
    .select({ contact: contacts, channel: contactChannels })
    .from(contactChannels)
    .innerJoin(contacts, eq(contacts.id, contactChannels.contact_id))
    .where(eq(contactChannels.organization_id, id))

test('a visitor who only looks is stored nowhere', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const query = '?contact_email=ann@example.test&contact_first_name=Ann'
  for (const path of ['/init', '/conversations', '/messages'])
    expect((await browser.get(path + query)).status).toBe(200)
  expect(browser.token()).toBe('')
  expect(await contactsOf(given.organization)).toEqual([])
})

test('a page that names its contact gets the same one each time, with what it says last', async () => {
  await using given = await givenWebchat(app)
  const first = given.browser()
  await first.get('/init?contact_external_id=u-1&contact_first_name=Ann&contact_phone=%2B49 30 901820')
  const contact = { external_id: 'u-1', email: ' Ann@Example.TEST ', last_name: 'Lee' }
  const { conversation } = await given.browser().sendAndWait('Hi', { contact })
  expect(await contactsOf(given.organization)).toMatchObject([
    {
      channel: { channel: 'web_chat', external_id: 'u-1', auto_name: expect.stringMatching(/^Customer /) },
      contact: { first_name: 'Ann', last_name: 'Lee', phone: '+4930901820', email: 'ann@example.test' },
    },
  ])
  expect((await first.get('/messages')).body.conversation.id).toBe(conversation.id)
  await first.call('PATCH', `/conversations/${conversation.id}/title`, {
    title: 'Mine',
    contact: { phone: '030 / 12' },
  })
  expect(await contactsOf(given.organization)).toMatchObject([{ contact: { phone: '03012', first_name: 'Ann' } }])
})

test('a page that only reads names its contact too', async () => {
  for (const path of ['/conversations', '/messages']) {
    await using given = await givenWebchat(app)
    const named = `${path}?contact_external_id=u-1&contact_email=Ann@Example.TEST`
    expect((await given.browser().get(`${named}&contact_phone=%2B49 30 901820`)).body).toMatchObject({ data: [] })
    const contact = { email: 'ann@example.test', phone: '+4930901820' }
    expect(await contactsOf(given.organization)).toMatchObject([{ channel: { external_id: 'u-1' }, contact }])
    await given.browser().get(`${path}?contact_external_id=u-1&contact_email=ann@new.test`)
    expect(await contactsOf(given.organization)).toMatchObject([{ contact: { ...contact, email: 'ann@new.test' } }])
  }
})

test('a token and another contact are refused, and the token’s own contact is not', async () => {
  await using given = await givenWebchat(app)
  const named = given.browser()
  await named.sendAndWait('Hi', { contact: { external_id: 'u-1' } })
  const anonymous = given.browser()
  await anonymous.sendAndWait('Hi')
  expect((await named.send('Again', { contact: { external_id: 'u-1' } })).status).toBe(200)
  for (const browser of [named, anonymous]) {
    for (const answer of [
      await browser.send('Hi', { contact: { external_id: 'u-2' } }),
      await browser.get('/init?contact_external_id=u-2'),
      await browser.get('/conversations?contact_external_id=u-2'),
      await browser.get('/messages?contact_external_id=u-2'),
      await browser.call('POST', '/conversations/new', { contact: { external_id: 'u-2' } }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'CONTACT_MISMATCH' } })
    }
  }
})

test('nobody becomes a visitor of whom they only know the generated id, and a token for one leads to no named contact', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser()
  const sent = await browser.sendAndWait('A secret')
  const [row] = await contactsOf(given.organization)
  const generated = row?.channel.external_id ?? ''
  const bare = generated.split(':')[1] ?? ''
  const thief = given.browser()
  expect(await thief.send('Hi', { contact: { external_id: generated } })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED' },
  })
  await thief.sendAndWait('Mine', { contact: { external_id: bare } })
  const { body } = await thief.get(`/messages?contact_external_id=${bare}`)
  expect(body.data.map(({ content }: { content: string }) => content)).not.toContain('A secret')
  expect((await thief.get(`/messages?conversation_id=${sent.conversation.id}`)).status).toBe(404)
  const [mine] = body.data
  expect((await browser.get(`/messages?conversation_id=${mine.conversation_id}`)).status).toBe(404)
})

test('a proof that is wrong is always refused, and where proof is asked for none is refused too', async () => {
  await using given = await givenWebchat(app)
  const secret = await given.secure()
  const right = { external_id: 'u-1', identity_hash: hashOf('u-1', secret) }
  const browser = () => given.browser()
  expect((await browser().send('Hi', { contact: right })).status).toBe(200)
  expect((await browser().send('Hi', { contact: { external_id: 'u-1' } })).status).toBe(200)
  const refused = { status: 403, body: { code: 'IDENTITY_NOT_PROVEN' } }
  const wrong = [hashOf('u-2', secret), hashOf('u-1', 'other'), '', 'x', right.identity_hash.slice(0, -1)]
  for (const identity_hash of wrong) {
    expect(await browser().send('Hi', { contact: { external_id: 'u-1', identity_hash } })).toMatchObject(refused)
    const query = `?contact_external_id=u-1&contact_identity_hash=${identity_hash}`
    expect(await browser().get(`/init${query}`)).toMatchObject(refused)
  }
  expect(await browser().send('Hi', { contact: { identity_hash: right.identity_hash } })).toMatchObject(refused)

  await given.secure({ identity_required: true })
  expect(await browser().send('Hi', { contact: { external_id: 'u-1' } })).toMatchObject(refused)
  expect(await browser().get('/messages?contact_external_id=u-1')).toMatchObject(refused)
  const proven = browser()
  await proven.sendAndWait('Hi', { contact: right })
  expect((await proven.send('With the token alone')).status).toBe(200)
  await browser().sendAndWait('Nobody in particular')
})

test('a token that was given out without proof, or for an earlier secret, ends where proof is asked for', async () => {
  await using given = await givenWebchat(app)
  const secret = await given.secure()
  const [unproven, proven, nobody] = [given.browser(), given.browser(), given.browser()]
  await unproven.sendAndWait('Hi', { contact: { external_id: 'u-1' } })
  await proven.sendAndWait('Hi', { contact: { external_id: 'u-1', identity_hash: hashOf('u-1', secret) } })
  await nobody.sendAndWait('Hi')
  await given.secure({ identity_required: true })
  const ended = { status: 401, body: { code: 'WEBCHAT_TOKEN_INVALID' } }
  expect(await unproven.get('/messages')).toMatchObject(ended)
  expect((await proven.get('/messages')).body.data).not.toEqual([])
  expect((await nobody.get('/messages')).body.data).not.toEqual([])

  const { body } = await given.asAdmin.post(`${given.base}/settings/webchat-security/rotate`)
  expect(await proven.get('/messages')).toMatchObject(ended)
  expect((await nobody.get('/messages')).status).toBe(200)
  proven.use(undefined)
  const old = { external_id: 'u-1', identity_hash: hashOf('u-1', secret) }
  expect((await proven.send('Hi', { contact: old })).status).toBe(403)
  await proven.sendAndWait('Hi', {
    contact: { external_id: 'u-1', identity_hash: hashOf('u-1', body.identity_secret) },
  })
})
