import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { send } from './chat.ts'
import { quiet } from './quiet.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const WhoAmI = z.object({ current_organization_id: z.string() })
const Named = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const Accepted = z.object({ conversation_id: z.string() })

async function robinOf(page: Page) {
  const api = page.context().request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const employees = `/api/organizations/${current_organization_id}/employees`
  const robin = Named.parse(await (await api.get(employees)).json()).data.find(({ name }) => name === 'Robin')
  if (!robin) throw new Error('The seeded teammate is missing')
  return { id: robin.id, path: `${employees}/${robin.id}` }
}

/** The signed-in colleague says this to Robin in a chat of its own. */
async function ask(page: Page, message: string): Promise<string> {
  const { path } = await robinOf(page)
  const accepted = await page
    .context()
    .request.post(`${path}/messages`, { data: { message, create_new_conversation: true } })
  return Accepted.parse(await accepted.json()).conversation_id
}

const listOn = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rowOn = (page: Page, text: string) => listOn(page).getByRole('link').filter({ hasText: text })
const replyOn = (page: Page) => page.getByRole('textbox', { name: /^Reply to / })
const filterOn = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: new RegExp(`^${name}`) })
const countOf = async (page: Page, name: string) =>
  Number((await filterOn(page, name).textContent())?.match(/\d+$/)?.[0])

test('what is said appears at once for anyone who looks, and counts follow it from hand to hand', async () => {
  await using colleague = await visit({ as: 'Mia Member' })
  await using owner = await visit({ as: 'Alex Admin', at: '/inbox' })
  const { page } = owner
  await filterOn(page, 'AI').getByText(/\d/).waitFor()
  const before = await countOf(page, 'AI')
  await ask(colleague.page, 'count to 3')
  await expect.poll(() => countOf(page, 'AI')).toBe(before + 1)
  await rowOn(page, '1 2 3').first().waitFor()

  await colleague.page.goto('/inbox')
  await rowOn(colleague.page, '1 2 3').first().click()
  await colleague.page.getByRole('button', { name: /^Take over/ }).click()
  await colleague.page.getByText('You’re replying. Robin is paused.').waitFor()
  await expect.poll(() => countOf(page, 'Human')).toBe(1)
  await expect.poll(() => countOf(colleague.page, 'Mine')).toBe(1)
  await expect.poll(() => countOf(page, 'AI')).toBe(before)
  await filterOn(page, 'Human').click()
  await rowOn(page, 'Mia Member').first().click()
  await page.getByRole('button', { name: 'Take over from Mia Member' }).waitFor()

  await colleague.page.getByRole('button', { name: /^Back to AI/ }).click()
  await expect.poll(() => countOf(page, 'Human')).toBe(0)
  await page.getByText('No conversations assigned to colleagues').waitFor()
  expect([...owner.faults, ...colleague.faults]).toEqual([])
})

test('a conversation that could not be read when it began is in the list all the same', async () => {
  await using colleague = await visit({ as: 'Mia Member' })
  await using owner = await visit({ at: '/inbox' })
  const { page } = owner
  await filterOn(page, 'AI').getByText(/\d/).waitFor()
  await page.route(/\/conversations\/[\w-]+$/, (route) => route.abort())
  await ask(colleague.page, 'count to 7')
  await rowOn(page, '1 2 3 4 5 6 7').waitFor()
})

test('so is its answer, which comes while the list is read that has only the question', async () => {
  await using colleague = await visit({ as: 'Mia Member' })
  await using owner = await visit()
  const { page } = owner
  const answered = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"conversation.message_updated"')) answered.resolve()
    }),
  )
  await page.goto('/inbox')
  await filterOn(page, 'AI').getByText(/\d/).waitFor()
  await page.route(/\/conversations\/[\w-]+$/, (route) => route.abort())
  await page.route(/\/conversations\?page=1/, async (route) => {
    const response = await route.fetch(AGAIN)
    await answered.promise
    await route.fulfill({ response })
  })
  await ask(colleague.page, 'count to 8')
  await rowOn(page, '1 2 3 4 5 6 7 8').waitFor()
})

test('however much is said in conversations that no list shows, the inbox asks for them at its own pace', async () => {
  await using person = await visit({ at: '/inbox?filter=my' })
  const { page } = person
  await page.getByText('No conversations assigned to you').waitFor()
  await quiet(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/organizations\/[^/]+\/conversations(\/[0-9a-f-]{36})?$/.test(pathname)) asked.push(pathname)
  })
  const begun = performance.now()
  await Promise.all(Array.from({ length: 20 }, (_, n) => ask(page, `Question ${n}`)))
  await filterOn(page, 'AI').click()
  await rowOn(page, 'Question 19').first().waitFor()
  // Twice a second for the rows, twice for the list they may stand in, and each list once.
  const most = Math.ceil(((performance.now() - begun) / 500) * 2) + 2
  expect(asked.length, `${asked.length} of ${most}`).toBeLessThanOrEqual(most)
  expect(person.faults).toEqual([])
})

test('nor do the first steps on the home page ask with each message whether a visitor has written', async () => {
  await using person = await visit()
  const { page } = person
  await page.getByRole('region', { name: 'Get started' }).waitFor()
  await quiet(page)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/webchat-entry-points')) asked += 1
  })
  const begun = performance.now()
  await Promise.all(Array.from({ length: 12 }, (_, n) => ask(page, `Wonder ${n}`)))
  await page.getByRole('link', { name: 'Wonder 11' }).waitFor()
  const most = Math.ceil((performance.now() - begun) / 2000) + 1
  expect(asked, `${asked} of ${most}`).toBeLessThanOrEqual(most)
  expect(person.faults).toEqual([])
})

test('an operator takes an answer over in its middle, replies, and hands back; the chat says who answers', async () => {
  await using colleague = await visit({ as: 'Mia Member' })
  await using owner = await visit({ as: 'Alex Admin' })
  const chat = colleague.page
  await chat.goto(`/chat/${(await robinOf(chat)).id}?conversation=new`)
  await send(chat, 'slowly count to 500')
  await expect.poll(() => chat.locator('.markdown').last().textContent()).toMatch(/\b9\b/)
  const conversation = new URL(chat.url()).searchParams.get('conversation')
  const { page } = owner
  await page.goto(`/inbox?conversation=${conversation}`)
  await page.getByText('Robin is replying.').waitFor()
  await page.keyboard.press('t')
  await page.getByText('You’re replying. Robin is paused.').waitFor()
  await chat.getByText('Alex Admin joined the conversation').waitFor()
  await chat.getByRole('button', { name: 'Stop the answer' }).waitFor({ state: 'detached' })

  await expect.poll(() => replyOn(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('I am')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('here')
  await page.keyboard.press('Enter')
  await chat.getByText('I am here', { exact: true }).waitFor()
  await send(chat, 'Thank you')
  await page.getByText('Thank you', { exact: true }).last().waitFor()
  await expect.poll(() => countOf(page, 'Waiting')).toBe(1)
  await page.getByRole('link', { name: /Inbox.*1 waits for a person/ }).waitFor()

  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await page.getByText('Robin is replying.').waitFor()
  await chat.getByText('Handed back to Robin').waitFor()
  expect([...owner.faults, ...colleague.faults]).toEqual([])
})

test('a reply that was not sent is in its conversation when the page is loaded again, and is sent once', async () => {
  await using colleague = await visit({ as: 'Mia Member' })
  const conversation = await ask(colleague.page, 'count to 6')
  await using owner = await visit({ at: `/inbox?conversation=${conversation}` })
  const { page } = owner
  await page.getByText('Sending a reply takes over from Robin.').waitFor()
  await page.route('**/messages', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await replyOn(page).fill('It is on its way.')
  await replyOn(page).press('Enter')
  await page.getByText('Not sent.').waitFor()
  await page.reload()
  await page.getByText('Not sent.').waitFor()
  await page.unroute('**/messages')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText('Not sent.').count()).toBe(0)
  await page.reload()
  await replyOn(page).waitFor()
  await expect.poll(() => page.locator('ol').getByText('It is on its way.', { exact: true }).count()).toBe(1)
  expect(await page.getByText('Not sent.').count()).toBe(0)
})

test('a reply is edited and deleted by the person who wrote it', async () => {
  await using owner = await visit({ as: 'Alex Admin' })
  const { page } = owner
  const conversation = await ask(page, 'count to 2')
  await page.goto(`/inbox?conversation=${conversation}`)
  await page.getByText('Sending a reply takes over from Robin.').waitFor()
  await replyOn(page).fill('Frist')
  await page.keyboard.press('Enter')
  await page.getByText('You’re replying.').waitFor()
  await page.getByText('Frist', { exact: true }).hover()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit' }).fill('First')
  await page.keyboard.press('Enter')
  await page.getByText('edited').waitFor()
  await page.getByText('First', { exact: true }).last().hover()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('edited').waitFor({ state: 'detached' })
  expect(owner.faults).toEqual([])
})

test('on a phone one goes from the list to the conversation, to the contact and back', async () => {
  await using owner = await visit({ as: 'Alex Admin', viewport: phone })
  const { page } = owner
  await ask(page, 'count to 4')
  await page.goto('/inbox')
  await rowOn(page, '1 2 3 4').first().click()
  await replyOn(page).waitFor()
  await listOn(page).waitFor({ state: 'detached' })
  await quiet(page)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Show the contact' }).click()
  await page.getByRole('heading', { name: 'Colleague' }).waitFor()
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await listOn(page).waitFor()
  expect(owner.faults).toEqual([])
})

test('keys lead through the list, and a conversation that one may not see is not found', async () => {
  await using owner = await visit({ as: 'Alex Admin' })
  const { page } = owner
  // An answer moves its conversation to the top: the first is whole before the second is asked for.
  const answered = (id: string, text: string) =>
    listOn(page).locator(`a[href*="${id}"]`).filter({ hasText: text }).waitFor()
  await page.goto('/inbox')
  await answered(await ask(page, 'count to 5'), '1 2 3 4 5')
  const second = await ask(page, 'count to 6')
  await answered(second, '1 2 3 4 5 6')
  // A key continues from what is shown, which the address knows first.
  const shown = page.locator('.markdown').getByText('1 2 3 4 5 6', { exact: true })
  await page.keyboard.press('j')
  await page.waitForURL((url) => url.searchParams.get('conversation') === second)
  await shown.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL((url) => ![null, second].includes(url.searchParams.get('conversation')))
  await shown.waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await page.waitForURL((url) => url.searchParams.get('conversation') === second)
  await shown.waitFor()
  await page.keyboard.press('5')
  await page.waitForURL((url) => url.searchParams.get('filter') === 'ai')
  await replyOn(page).waitFor()
  await page.keyboard.press('r')
  await expect.poll(() => replyOn(page).evaluate((field) => field === document.activeElement)).toBe(true)

  expect(owner.faults).toEqual([])
})

test('a person who sees no teammate finds an empty inbox, and no conversation by its address', async () => {
  await using owner = await visit({ as: 'Alex Admin' })
  const conversation = await ask(owner.page, 'count to 7')
  const api = owner.page.context().request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const groups = `/api/organizations/${current_organization_id}/access-groups`
  for (const { id } of Named.parse(await (await api.get(groups)).json()).data) await api.delete(`${groups}/${id}`)
  await using member = await visit({ as: 'Mia Member', at: `/inbox?conversation=${conversation}` })
  await member.page.getByText('Conversation not found').waitFor()
  await member.page.getByText('You don’t have access to any teammates yet').waitFor()
  await expect.poll(() => countOf(member.page, 'AI')).toBe(0)
  expect([...owner.faults, ...member.faults]).toEqual([])
})
