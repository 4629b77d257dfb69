import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openVisit } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, say } from './customer-site.ts'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url, { multi: false })
afterAll(() => site.close())

const Sent = z.object({ id: z.string() })
const Conversations = z.object({ data: z.array(Sent) })
const visit = (how: Parameters<typeof openVisit>[2] = {}) => openVisit(browser, site.origin, how)
const named = (external_id: unknown) =>
  site.page({ init: { contact: { external_id, first_name: 'Sam', email: null } } })

test('a visitor whom the page names has their chat in another browser too, and nobody else has', async () => {
  await using first = await visit()
  await first.page.goto(named(42))
  await say(await openChat(first.page), 'count to 3')
  await chatOn(first.page).getByRole('button', { name: 'Good answer' }).waitFor()

  await using second = await visit()
  const { page } = second
  await page.goto(named('42'))
  const chat = await openChat(page)
  await expect.poll(() => chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3'])

  // What they write does not reach the server, and somebody else signs in to the page in the same browser: the stored
  // session is let go, with what was not sent.
  await page.route('**/api/public/webchat/messages', (route) => route.abort())
  await say(chat, 'secret')
  await chat.getByText('Sending…').waitFor()
  await page.unrouteAll()
  await page.goto(named(43))
  await launcherOn(page).click()
  await chatOn(page)
    .getByRole('button', { name: /^Send us/ })
    .click()
  await say(chatOn(page), 'count to 4')
  await chatOn(page).getByRole('button', { name: 'Good answer' }).waitFor()
  expect(await chatOn(page).locator('.own .bubble').allTextContents()).toEqual(['count to 4'])
  expect(second.faults).toEqual([])
})

test('where a visitor has one chat, every way leads to it', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await say(chat, 'count to 3')
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  await chat.getByRole('button', { name: 'Back' }).click()
  await chat.getByRole('button', { name: /^Continue the chat/ }).click()
  await say(chat, 'count to 4')
  await expect.poll(() => chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3', 'count to 4'])
})

const refusal = (code: string) => ({ status: 403, json: { success: false, error: 'Not now', code } })

test('a page that may not use the widget shows none, and says why to its maker alone', async () => {
  await using person = await visit()
  const { page } = person
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.route('**/webchat/init**', (route) => route.fulfill(refusal('ORGANIZATION_INACTIVE')))
  await page.goto(site.page())
  await expect.poll(() => said).toContain('ChatWidget: Not now')
  expect(await launcherOn(page).count()).toBe(0)
  expect(await page.locator('iframe').isVisible()).toBe(false)
})

test('an organization that becomes inactive meanwhile is told in plain words, and what was written is kept', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await page.route('**/api/public/webchat/**', (route) => route.fulfill(refusal('ORGANIZATION_INACTIVE')))
  await say(chat, 'count to 3')
  await chat.getByRole('heading', { name: 'Chat is switched off' }).waitFor()
  await page.unroute('**/api/public/webchat/**')
  await chat.getByRole('button', { name: 'Try again' }).click()
  await chat.getByRole('button', { name: 'Retry' }).click()
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  expect(await chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3'])
})

test('what an operator corrects while the messages are being read stays corrected', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(named('corrected'))
  const chat = await openChat(page)
  await say(chat, 'count to 3')
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  const listed = await (await site.api.get(`${site.organization}/conversations?channel_category=external`)).json()
  const at = `${site.organization}/conversations/${Conversations.parse(listed).data[0]?.id}/messages`
  const sent = await site.api.post(at, { data: { content: 'Come at nine' } })
  await chat.getByText('Come at nine', { exact: true }).waitFor()

  let isCorrected = false
  await page.route('**/api/public/webchat/messages?**', async (route) => {
    const response = await route.fetch()
    await site.api.patch(`${at}/${Sent.parse(await sent.json()).id}`, { data: { content: 'Come at ten' } })
    await chat.getByText('Come at ten', { exact: true }).waitFor()
    await route.fulfill({ response })
    isCorrected = true
  })
  const frame = page.frames().find((one) => one.url().includes('/widget/chat.html'))
  await frame?.evaluate(() => void dispatchEvent(new Event('online')))
  await expect.poll(() => isCorrected).toBe(true)
  await quiet(page)
  expect(await chat.getByText(/^Come at/).allTextContents()).toEqual(['Come at ten'])
  expect(person.faults).toEqual([])
})
