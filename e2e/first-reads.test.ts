import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiSenderOn, newChat, send } from './chat.ts'
import { quiet } from './quiet.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

const { visit } = await journeys({ TRUST_PROXY: '127.0.0.1' })

/** Holds back the connection of the next page, and the answer to its first read of a path until the page is connected. */
async function overtakenOn(page: Page, path: RegExp) {
  const read = Promise.withResolvers<void>()
  const connection = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/realtime\//, async (socket) => {
    await connection.promise
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      if (message.toString().includes('["ready"')) connected.resolve()
    })
  })
  await page.route(
    path,
    async (route) => {
      const response = await route.fetch(AGAIN)
      read.resolve()
      await connected.promise
      // The page has its events by now, and takes what is said on its connection in the order in which it comes.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await route.fulfill({ response })
      answered.resolve()
    },
    { times: 1 },
  )
  const connect = () => {
    connection.resolve()
    return answered.promise
  }
  return { read: read.promise, connect }
}

test('the inbox shows what was said between the first read of its list and its connection', async () => {
  await using owner = await visit({ at: '/settings/profile' })
  await using colleague = await visit({ as: 'Mia Member', at: '/inbox' })
  const { page } = owner
  const list = await overtakenOn(page, /\/conversations\?page=1/)
  await page.goto('/inbox')
  await list.read
  const visitors = await visitorsOf(page.request)
  await visitors.send({ external_id: 'Nora', first_name: 'Nora' }, 'count to 3')
  const nora = (on: Page) =>
    on.getByRole('list', { name: 'Conversations', exact: true }).getByRole('link').filter({ hasText: 'Nora' })
  await nora(colleague.page).getByText('1 2 3').waitFor()
  // Nothing is said of it any more, which would have the page read it after all.
  await expect.poll(visitors.latestTitle).not.toBeNull()
  await list.connect()
  await nora(page).getByText('1 2 3').waitFor()
  expect([...owner.faults, ...colleague.faults]).toEqual([])
})

test('so does a chat', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'question 0')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  const sendByApi = await apiSenderOn(page)
  const chat = await overtakenOn(page, /\/messages\?/)
  await page.reload()
  await chat.read
  await sendByApi('question 1')
  await chat.connect()
  await page.locator('ol').getByText('question 1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  expect(person.faults).toEqual([])
})

/** Holds back what the next page is sent, from when it is asked to until it is let go. */
async function eventsHeldOn(page: Page) {
  const held: (string | Buffer)[] = []
  let isHeld = false
  let send: (message: string | Buffer) => void = () => {}
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    send = (message) => socket.send(message)
    socket.connectToServer().onMessage((message) => (isHeld ? held.push(message) : send(message)))
  })
  return {
    hold: () => {
      isHeld = true
    },
    letGo: () => {
      isHeld = false
      for (const message of held.splice(0)) send(message)
    },
  }
}

test('a conversation that was counted before its event came is counted once', async () => {
  await using owner = await visit({ at: '/settings/profile' })
  const { page } = owner
  const change = await eventsHeldOn(page)
  await page.goto('/inbox')
  const visitors = await visitorsOf(page.request)
  const row = (name: string) =>
    page.getByRole('list', { name: 'Conversations', exact: true }).getByRole('link').filter({ hasText: name })
  const withAi = page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: /^AI/ })
  const count = async () => Number((await withAi.textContent())?.match(/\d+$/)?.[0])
  await expect.poll(count).toBeGreaterThanOrEqual(0)
  // What is counted again because the page is new is over then, and would not mend what this is about.
  for (const _ of [1, 2]) {
    const counts = page.waitForResponse(/\/counts/)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await counts
  }
  change.hold()
  await visitors.send({ external_id: 'Olga', first_name: 'Olga' }, 'count to 3')
  await expect.poll(visitors.latestTitle).not.toBeNull()
  await page.getByRole('combobox', { name: 'Channels' }).click()
  await page.getByRole('option', { name: 'External' }).click()
  await row('Olga').waitFor()
  await expect.poll(count).toBeGreaterThanOrEqual(1)
  const counted = await count()
  change.letGo()
  await visitors.send({ external_id: 'Petra', first_name: 'Petra' }, 'count to 4')
  await row('Petra').getByText('1 2 3 4').waitFor()
  await expect.poll(count).toBe(counted + 1)
  expect(owner.faults).toEqual([])
})

test('what was saved while the page read it again stays as it was saved', async () => {
  await using owner = await visit({ at: '/settings/webchat' })
  const { page } = owner
  const rule = page.getByRole('switch', { name: 'Require identity verification' })
  await rule.waitFor()
  await page.getByRole('link', { name: 'Spending' }).click()
  const rules = /\/settings\/webchat-security$/
  const read = Promise.withResolvers<void>()
  const saved = page.waitForResponse((response) => rules.test(response.url()) && response.request().method() === 'PUT')
  await page.route(
    rules,
    async (route) => {
      const response = await route.fetch(AGAIN)
      read.resolve()
      await saved
      // The page may have given it up by now.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  await page.getByRole('link', { name: 'Website chat' }).click()
  await read.promise
  // The answer may reach the page first, or the page may have given the read up by then.
  const readEnded = Promise.withResolvers<void>()
  const end = (request: Request) => {
    if (rules.test(request.url()) && request.method() === 'GET') readEnded.resolve()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await rule.click()
  await readEnded.promise
  await quiet(page)
  expect(await rule.isChecked()).toBe(true)
  expect(owner.faults).toEqual([])
})
