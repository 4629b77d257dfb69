import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiSenderOn, newChat, send } from './chat.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

const { visit } = await journeys({ TRUST_PROXY: '127.0.0.1' })

/** Holds back the connection of the next page, and the answer to its first read of a path until the page is connected. */
async function overtakenOn(page: Page, path: RegExp) {
  const read = Promise.withResolvers<void>()
  const connection = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<void>()
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
      const response = await route.fetch()
      read.resolve()
      await connected.promise
      // The page has been told by now, and takes what is said on its connection in the order in which it comes.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { read: read.promise, connect: () => connection.resolve() }
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
  list.connect()
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
  chat.connect()
  await page.locator('ol').getByText('question 1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  expect(person.faults).toEqual([])
})
