import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openVisit, type VisitOptions } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { AGAIN } from './send-again.ts'
import { processJourneys } from './visit.ts'
import { good, MESSAGES, Read } from './widget-messages.ts'

const { server, browser } = await processJourneys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const COUNT = 120
const numbers = Array.from({ length: COUNT }, (_, n) => n + 1)
const visit = (how: VisitOptions = {}) => openVisit(browser, site.origin, how)

async function counted(chat: FrameLocator): Promise<number[]> {
  await good(chat).waitFor()
  const text = await chat.locator('.answer .markdown').last().textContent()
  return [...(text ?? '').matchAll(/\b\d+\b/g)].map(([number]) => Number(number))
}

/** A visitor with one answered question, whose answer says this, whatever the model said. */
async function showAnswer(page: Page, markdown: string): Promise<FrameLocator> {
  await page.goto(site.page())
  await sendMessage(await openChat(page), 'count to 3')
  await good(chatOn(page)).waitFor()
  await page.route(MESSAGES, async (route) => {
    const response = await route.fetch(AGAIN)
    const read = Read.parse(await response.json())
    const data = read.data.map((message) => (message.role === 'ai' ? { ...message, content: markdown } : message))
    await route.fulfill({ response, json: { ...read, data } })
  })
  await page.reload()
  await launcherOn(page).click()
  await good(chatOn(page)).waitFor()
  return chatOn(page)
}

test('an answer is whole and in order after the network was gone in its middle, and after a crash of the server', async () => {
  for (const fault of ['network', 'server'] as const) {
    await using person = await visit()
    const { page, context } = person
    await page.goto(site.page())
    const chat = await openChat(page)
    await sendMessage(chat, `slowly count to ${COUNT}`)
    await expect.poll(() => chat.locator('.answer .markdown').last().textContent()).toMatch(/\b7\b/)
    if (fault === 'server') await server.crash()
    else {
      await context.setOffline(true)
      await chat.getByText('You’re offline', { exact: false }).waitFor()
      await context.setOffline(false)
    }
    expect(await counted(chat)).toEqual(numbers)
    expect(await chat.locator('.own .bubble').count()).toBe(1)
  }
})

test('what an answer says is never more than text, safe links, and pictures that were asked for', async () => {
  await using person = await visit()
  const { page } = person
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const chat = await showAnswer(
    page,
    [
      '<img src=x onerror=alert(1)> <script>alert(2)</script>',
      '[bad](javascript:alert(3)) [data](data:text/html,x) [mail](mailto:a@b.example) [page](https://shop.example/a)',
      '![a cat](https://pictures.example/cat.png)',
      '| a | b |\n|---|---|\n| 1 | 2<br>3 |',
      '`&amp;` 5&euro; &mdash; a &#60;b> &nothing; &AMP;lt;',
      '```\nlet a = 1\n```',
    ].join('\n\n'),
  )
  const answer = chat.locator('.markdown')
  await answer.getByText('<script>alert(2)</script>', { exact: false }).waitFor()
  expect(await answer.locator('script, img').count()).toBe(0)
  const links = await answer
    .locator('a')
    .evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel')]))
  const rel = 'noopener noreferrer nofollow'
  expect(links).toEqual([
    ['mailto:a@b.example', rel],
    ['https://shop.example/a', rel],
  ])
  expect(
    await answer
      .getByRole('cell')
      .nth(1)
      .evaluate((cell) => cell.innerHTML),
  ).toBe('2<br>3')
  await answer.getByText('&amp; 5€ — a <b> &nothing; &lt;').waitFor()
  expect(asked.filter((url) => url.includes('pictures.example'))).toEqual([])
  await page.route('https://pictures.example/**', (route) => route.abort())
  await answer.getByRole('button', { name: 'Show image from pictures.example' }).click()
  await expect.poll(() => asked.filter((url) => url.includes('pictures.example'))).toHaveLength(1)
})

test('a visitor says what they think of an answer, changes their mind at once, and it is there when they come back', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await sendMessage(chat, 'count to 3')
  await good(chat).click()
  await chat.getByRole('button', { name: 'Not now' }).click()
  await chat.getByText('Thanks for your feedback.').waitFor()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/reaction', async (route) => {
    await isReleased
    await route.continue()
  })
  await good(chat).click()
  await good(chat).click()
  await chat.getByRole('button', { name: 'Bad answer' }).click()
  await chat.getByRole('button', { name: 'Incomplete' }).click()
  const saved = page.waitForResponse('**/reaction')
  release()
  await saved
  await chat.getByRole('button', { name: 'Send', exact: true }).first().click()
  await chat.getByText('Incomplete').waitFor()
  await chat.getByRole('button', { name: 'Edit' }).click()
  await chat.getByRole('button', { name: 'Other' }).click()
  await chat.getByRole('textbox', { name: 'Tell us more' }).fill('It forgot the zero')
  await chat.getByRole('button', { name: 'Send', exact: true }).first().click()
  await chat.getByText('It forgot the zero').waitFor()
  await page.reload()
  await launcherOn(page).click()
  await chatOn(page).getByText('It forgot the zero').waitFor()
  expect(await chatOn(page).getByRole('button', { name: 'Bad answer' }).getAttribute('aria-pressed')).toBe('true')
})

test('files are sent with a message, and what is not accepted is reported in words', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  const chooser = chat.locator('input[type=file]')
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('a,b\n1,2\n') })
  const notice = chat.locator('.notice')
  await chooser.setInputFiles({ name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect.poll(() => notice.textContent()).toBe('That file type isn’t accepted.')
  await chooser.setInputFiles(Array.from({ length: 11 }, (_, n) => text(`${n}.csv`)))
  await expect.poll(() => notice.textContent()).toBe('You can attach up to 10 files.')
  expect(await chat.locator('.picked-file').count()).toBe(10)
  for (let n = 9; n >= 1; n--) await chat.getByRole('button', { name: `Remove ${n}.csv` }).click()
  await chooser.setInputFiles({
    name: 'large.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 65),
  })
  await expect.poll(() => notice.textContent()).toBe('Each file can be up to 10 MB.')
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await chooser.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await sendMessage(chat, 'count to 3')
  await good(chat).waitFor()
  await chat.getByRole('link', { name: 'Download 0.csv' }).waitFor()
  const picture = chat.getByRole('img', { name: 'dot.png' })
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1)
  expect(person.faults).toEqual([])
})

test('chats are renamed, archived, brought back and deleted', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  for (const text of ['count to 3', 'count to 4']) {
    await sendMessage(chat, text)
    await good(chat).waitFor()
    await chat.getByRole('button', { name: 'Back' }).click()
    if (text === 'count to 3') await chat.getByRole('button', { name: /^Send us/ }).click()
  }
  const rows = chat.locator('.row-title')
  await chat.getByRole('button', { name: 'New chat' }).waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  const act = async (n: number, name: string) => {
    await chat
      .locator('.row')
      .nth(n)
      .getByRole('button', { name: /^Options for/ })
      .click()
    await chat.getByRole('menuitem', { name }).click()
  }
  await act(0, 'Rename')
  await chat.getByRole('textbox', { name: 'Name' }).fill('Counting')
  await chat.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rows.first().textContent()).toBe('Counting')
  await act(0, 'Archive')
  await expect.poll(() => rows.count()).toBe(1)
  await chat.getByRole('button', { name: 'Archived chats' }).click()
  await expect.poll(() => rows.allTextContents()).toEqual(['Counting'])
  await act(0, 'Unarchive')
  await chat.getByText('No archived chats.').waitFor()
  await chat.getByRole('button', { name: 'Chats' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await act(0, 'Delete')
  // It is taken out of sight before the server knows.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await chat.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await deleted
  await page.reload()
  await launcherOn(page).click()
  await expect.poll(() => chatOn(page).locator('.row-title').count()).toBe(1)
  expect(person.faults).toEqual([])
})

test('a person takes over: the header says who, and the teammate is silent', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/webchat/messages') && one.request().method() === 'POST'),
    sendMessage(chat, 'count to 3'),
  ])
  const { data } = await response.json()
  await good(chat).waitFor()
  await chat.getByRole('button', { name: 'Talk to a person' }).click()
  await chat.locator('.system').getByText('You asked for a person').waitFor()
  await chat.getByText('We’ve told the team.', { exact: false }).waitFor()
  const conversation = `${site.organization}/conversations/${data.conversation.id}`
  expect((await site.api.post(`${conversation}/assign/`)).ok()).toBe(true)
  await chat.getByRole('heading', { name: 'Alex Admin · Robin' }).waitFor()
  await chat.locator('.system').getByText('Alex Admin joined the chat').waitFor()
  await sendMessage(chat, 'Are you there?')
  await expect.poll(() => chat.locator('.own .bubble').allTextContents()).toEqual(['count to 3', 'Are you there?'])
  expect(await chat.locator('.typing').count()).toBe(0)
  expect((await site.api.post(`${conversation}/messages`, { data: { content: 'Yes, **here**.' } })).ok()).toBe(true)
  await chat.locator('.markdown').getByText('Yes, here.').waitFor()
  expect((await site.api.post(`${conversation}/unassign/`)).ok()).toBe(true)
  await chat.getByRole('heading', { name: 'Robin', exact: true }).waitFor()
})
