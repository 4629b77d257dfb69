import type { FrameLocator, Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openVisit, type VisitOptions } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { quiet } from './quiet.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url, { multi: false })
afterAll(() => site.close())

const Sent = z.object({ id: z.string() })
const Conversations = z.object({ data: z.array(Sent) })
const MESSAGES = '**/api/public/webchat/messages'
const visit = (how: VisitOptions = {}) => openVisit(browser, site.origin, how)
const named = (external_id: unknown) =>
  site.page({ init: { contact: { external_id, first_name: 'Sam', email: null } } })

const hiddenBelow = (chat: FrameLocator): Promise<number> =>
  chat.getByRole('region', { name: 'Messages' }).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)

async function boxOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not shown')
  return { top: box.y, bottom: box.y + box.height }
}

test('a visitor whom the page names has their chat in another browser too, and nobody else has', async () => {
  await using first = await visit()
  await first.page.goto(named(42))
  await sendMessage(await openChat(first.page), 'count to 3')
  await chatOn(first.page).getByRole('button', { name: 'Good answer' }).waitFor()

  await using second = await visit()
  const { page } = second
  await page.goto(named('42'))
  const chat = await openChat(page)
  await expect.poll(() => chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3'])

  // What they write does not reach the server, and someone else signs in to the page in the same browser: the stored
  // session is let go, with what was not sent.
  await page.route('**/api/public/webchat/messages', (route) => route.abort())
  await sendMessage(chat, 'secret')
  await chat.getByText('Sending…').waitFor()
  await page.unrouteAll()
  await page.goto(named(43))
  await launcherOn(page).click()
  await chatOn(page)
    .getByRole('button', { name: /^Send us/ })
    .click()
  await sendMessage(chatOn(page), 'count to 4')
  await chatOn(page).getByRole('button', { name: 'Good answer' }).waitFor()
  expect(await chatOn(page).locator('.own .bubble').allTextContents()).toEqual(['count to 4'])
  expect(second.faults).toEqual([])
})

test('where a visitor has one chat, every way leads to it', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await sendMessage(chat, 'count to 3')
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  await chat.getByRole('button', { name: 'Back' }).click()
  await chat.getByRole('button', { name: /^Continue the chat/ }).click()
  await sendMessage(chat, 'count to 4')
  await expect.poll(() => chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3', 'count to 4'])
})

const refusal = (code: string) => ({ status: 403, json: { success: false, error: 'Not now', code } })

test('a page that may not use the widget shows none, and says why to its maker alone', async () => {
  await using person = await visit()
  const { page } = person
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/webchat/init**', (route) => route.fulfill(refusal('ORGANIZATION_INACTIVE')))
  await page.goto(site.page())
  await expect.poll(() => logged).toContain('ChatWidget: Not now')
  expect(await launcherOn(page).count()).toBe(0)
  expect(await page.locator('iframe').isVisible()).toBe(false)
})

test('an organization that becomes inactive meanwhile is told in plain words, and what was written is kept', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await page.route('**/api/public/webchat/**', (route) => route.fulfill(refusal('ORGANIZATION_INACTIVE')))
  await sendMessage(chat, 'count to 3')
  await chat.getByRole('heading', { name: 'Chat is switched off' }).waitFor()
  await page.unroute('**/api/public/webchat/**')
  await chat.getByRole('button', { name: 'Try again' }).click()
  await chat.getByRole('button', { name: 'Retry' }).click()
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  expect(await chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3'])
})

/** An open widget in which nobody writes, and what it asks of the server from then on. */
async function openQuietly(person: Awaited<ReturnType<typeof visit>>, external_id: string) {
  const { page } = person
  await page.goto(named(external_id))
  const chat = await openChat(page)
  await sendMessage(chat, 'count to 3')
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|realtime)\//.test(pathname)) asked.push(pathname)
  })
  return { page, chat, asked }
}

test('an open widget says at once that the chat was switched off, asks ever more rarely, and is back by itself', async () => {
  await using person = await visit()
  const { chat, asked } = await openQuietly(person, 'switched off')
  const organization_id = site.organization.split('/').at(-1) ?? ''
  await server.setStatus(organization_id, 'inactive')
  try {
    await chat.getByRole('heading', { name: 'Chat is switched off' }).waitFor()
    expect(await chat.getByText('Connection lost', { exact: false }).count()).toBe(0)
    // It asks who is there, and nothing else.
    const first = asked.length
    await expect.poll(() => asked.length).toBeGreaterThan(first)
    expect(asked.slice(first)).toEqual(['/api/public/webchat/init'])
  } finally {
    await server.setStatus(organization_id, 'active')
  }
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  await chat.getByText('Connection lost', { exact: false }).waitFor({ state: 'detached' })
  await sendMessage(chat, 'count to 4')
  await expect.poll(() => chat.getByRole('button', { name: 'Good answer' }).count()).toBe(2)
  expect(person.faults).toEqual([])
})

test('what an operator corrects while the messages are being read stays corrected', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(named('corrected'))
  const chat = await openChat(page)
  await sendMessage(chat, 'count to 3')
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  const listed = await (await site.api.get(`${site.organization}/conversations?channel_category=external`)).json()
  const at = `${site.organization}/conversations/${Conversations.parse(listed).data[0]?.id}/messages`
  const sent = await site.api.post(at, { data: { content: 'Come at nine' } })
  await chat.getByText('Come at nine', { exact: true }).waitFor()

  let isCorrected = false
  await page.route('**/api/public/webchat/messages?**', async (route) => {
    const response = await route.fetch(AGAIN)
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

test('an open widget of visitors who have to be proven from now on says that there is no chat, and is back when they need not', async () => {
  await using person = await visit()
  const { chat } = await openQuietly(person, 'not proven')
  const require = (identity_required: boolean) =>
    site.api.put(`${site.organization}/settings/webchat-security`, { data: { allowed_origins: [], identity_required } })
  expect((await require(true)).ok()).toBe(true)
  await chat.getByRole('heading', { name: 'Chat isn’t available here' }).waitFor()
  expect((await require(false)).ok()).toBe(true)
  await chat
    .getByRole('button', { name: 'Continue the chat' })
    .or(chat.getByRole('textbox', { name: 'Message' }))
    .waitFor()
  expect(person.faults).toEqual([])
})

test('a message that is refused is answered by nobody: no dots stay under it', async () => {
  await using person = await visit()
  const { page, chat } = await openQuietly(person, 'refused')
  await page.route(MESSAGES, (route) => route.fulfill({ status: 404, json: { success: false, error: 'Gone' } }))
  await sendMessage(chat, 'Hello?')
  await chat.getByText('Not sent.', { exact: false }).waitFor()
  expect(await chat.locator('.typing').count()).toBe(0)
})

test('what has to wait for an hour says until when, and holds up no message for another chat', async () => {
  await using person = await visit()
  const { page, chat } = await openQuietly(person, 'many chats')
  const seconds = 40 * 60
  const limited = { success: false, error: 'Too many requests', retry_after: seconds }
  await page.route(MESSAGES, (route) => {
    const { conversation_id } = JSON.parse(route.request().postData() ?? '{}')
    if (conversation_id) return route.continue()
    return route.fulfill({ status: 429, headers: { 'retry-after': String(seconds) }, json: limited })
  })
  const frame = page.frames().find((one) => one.url().includes('/widget/chat.html'))
  // As a visitor leaves it who wrote in a new chat and went on in the old one.
  await frame?.evaluate(() => {
    const all = JSON.parse(localStorage.getItem('svc-webchat') ?? '{}')
    for (const session of Object.values<{ outbox: object[] }>(all.sessions)) {
      const created_at = new Date().toISOString()
      const waiting = { conversation_id: null, content: 'In a new chat', files: 0, created_at, failure: null }
      session.outbox = [{ client_message_id: '018f0000-0000-4000-8000-000000000001', ...waiting }]
    }
    localStorage.setItem('svc-webchat', JSON.stringify(all))
  })
  await sendMessage(chat, 'count to 4')
  await expect.poll(() => chat.getByRole('button', { name: 'Good answer' }).count()).toBe(2)
  await chat.getByText(/Too many chats were started from your network.*\d\d:\d\d/).waitFor()
})

test('a notice covers neither the message that it is about nor what is below it', async () => {
  await using person = await visit()
  const { page } = person
  // In the chat of the test before: few may be started from one address.
  await page.goto(named('refused'))
  const chat = await openChat(page)
  for (const count of [4, 5, 6]) {
    await sendMessage(chat, `count to ${count}`)
    await chat.getByText(`1 2 3 4${count > 4 ? ' 5' : ''}${count > 5 ? ' 6' : ''}`, { exact: true }).waitFor()
  }
  const limited = { success: false, error: 'Too many requests', retry_after: 2400 }
  await page.route(MESSAGES, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '2400' }, json: limited }),
  )
  await sendMessage(chat, 'One more thing')
  const notice = await boxOf(chat.getByRole('status').getByText('The message will be sent at', { exact: false }))
  const message = await boxOf(chat.getByText('One more thing', { exact: true }))
  const button = await boxOf(chat.getByRole('button', { name: 'Talk to a person' }))
  expect(notice.top).toBeGreaterThanOrEqual(message.bottom)
  // The end stays in view where there is less room for it, though there is less to scroll too.
  const thread = chat.getByRole('region', { name: 'Messages' })
  await thread.getByText('The message will be sent at', { exact: false }).waitFor()
  await thread.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await hiddenBelow(chat)).toBeLessThan(2)
  expect(notice.bottom).toBeLessThanOrEqual(button.top)
})

test('files beyond a limit are refused in the words of that limit', async () => {
  await using person = await visit()
  const { page, chat } = await openQuietly(person, 'files')
  const limits = {
    maxAttachmentCount: 3,
    maxAttachmentSizeBytes: 1024 ** 2,
    maxTotalAttachmentSizeBytes: 2 * 1024 ** 2,
  }
  const sentences = {
    MAX_ATTACHMENT_COUNT: 'You can attach up to 3 files.',
    MAX_ATTACHMENT_SIZE: 'Each file can be up to 1 MB.',
    MAX_TOTAL_ATTACHMENT_SIZE: 'Attachments can total up to 2 MB.',
  }
  for (const [reason, text] of Object.entries(sentences)) {
    const json = { success: false, error: 'Too much', code: 'ATTACHMENT_LIMIT_EXCEEDED', reason, limits }
    await page.route(MESSAGES, (route) => route.fulfill({ status: 422, json }))
    await sendMessage(chat, 'Look')
    await chat.getByText(`Not sent. ${text}`).waitFor()
    await chat.getByRole('button', { name: 'Delete' }).click()
    await page.unroute(MESSAGES)
  }
})

test('what happens in a chat is read out in the language that it is shown in', async () => {
  await using person = await visit({ language: 'ru' })
  const { page } = person
  await page.goto(site.page({ init: { contact: { external_id: 'по-русски' }, language: 'ru' } }))
  await launcherOn(page).click()
  const chat = chatOn(page)
  await chat.getByRole('button', { name: /^(Написать нам|Продолжить чат)/ }).click()
  await chat.getByRole('textbox', { name: 'Сообщение' }).fill('count to 3')
  await chat.getByRole('button', { name: 'Отправить', exact: true }).click()
  await chat.getByRole('button', { name: 'Хороший ответ' }).waitFor()
  await chat.getByRole('button', { name: 'Позвать человека' }).click()
  await expect.poll(() => chat.locator('[aria-live=polite]').textContent()).toBe('Вы позвали человека')
})

// Last, because the page of the site has the key.
test('an open widget whose public key is rotated says that there is no chat here', async () => {
  await using person = await visit()
  const { chat } = await openQuietly(person, 'rotated')
  expect((await site.api.post(`${site.organization}/api-keys/public/rotate`)).ok()).toBe(true)
  await chat.getByRole('heading', { name: 'Chat isn’t available here' }).waitFor()
  expect(await chat.getByText('Connection lost', { exact: false }).count()).toBe(0)
})
