import { expect, test } from 'vitest'
import { type Browser, givenWebchat, startWebchatApp } from '#testing/chats/webchat.ts'

const app = await startWebchatApp()

const from = (address: string) => ({ 'x-forwarded-for': address })

function expectToWait({ status, headers, body }: Awaited<ReturnType<Browser['send']>>): void {
  expect(status, JSON.stringify(body)).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

test('a visitor writes twenty messages a minute, from wherever, and nobody else is held up', async () => {
  await using given = await givenWebchat(app)
  const contact = { external_id: 'u-1' }
  await Promise.all(Array.from({ length: 20 }, () => given.browser().sendAndWait('Hi', { contact })))
  expectToWait(await given.browser().send('Hi', { contact }))
  expectToWait(await given.browser().send('Hi', { contact: { external_id: 'u-\u00001' } }))
  const known = given.browser()
  await known.get('/init?contact_external_id=u-1')
  expectToWait(await known.send('Hi'))
  await given.browser().sendAndWait('Hi', { contact: { external_id: 'u-2' } })
  await using other = await givenWebchat(app)
  await other.browser().sendAndWait('Hi', { contact })
})

test('twelve conversations an hour are begun from one address, by messages or without', async () => {
  await using given = await givenWebchat(app)
  const here = from('192.0.2.1')
  for (let n = 0; n < 6; n++) {
    await given.browser(here).sendAndWait('Hi')
    expect((await given.browser(here).call('POST', '/conversations/new', {})).status).toBe(200)
  }
  const one = given.browser(from('192.0.2.2'))
  await one.sendAndWait('Hi')
  expectToWait(await given.browser(here).send('Hi'))
  expectToWait(await given.browser(here).call('POST', '/conversations/new', {}))
  const seconds = Number((await given.browser(here).send('Hi')).headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(60)
  await one.sendAndWait('On with the one that is there')
})

test('what is begun with one organization from an address is not counted for another one', async () => {
  await using given = await givenWebchat(app)
  await using other = await givenWebchat(app)
  const here = from('192.0.2.5')
  const begin = async ({ browser }: typeof given) => (await browser(here).call('POST', '/conversations/new', {})).status
  for (let n = 0; n < 12; n++) expect(await begin(given)).toBe(200)
  expect(await begin(given)).toBe(429)
  expect(await begin(other)).toBe(200)
})

test('three hundred requests a minute come from one address', async () => {
  await using given = await givenWebchat(app)
  const browser = given.browser(from('192.0.2.3'))
  const answers = await Promise.all(Array.from({ length: 300 }, () => browser.get('/messages')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expectToWait(await browser.get('/conversations'))
  expect((await given.browser(from('192.0.2.4')).get('/messages')).status).toBe(200)
})
