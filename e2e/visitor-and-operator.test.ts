import { afterAll, expect, test } from 'vitest'
import { openVisit } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { journeys } from './visit.ts'

const { server, browser, visit } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

test('an operator watches a visitor’s answer grow, takes over in its middle, replies and hands back, all live on both sides', async () => {
  await using visitor = await openVisit(browser, site.origin)
  await using operator = await visit({ as: 'Alex Admin', at: '/inbox' })
  const { page } = operator
  await visitor.page.goto(site.page({ csp: true }))
  const chat = await openChat(visitor.page)
  await sendMessage(chat, 'slowly count to 500')
  const answer = chat.locator('.answer .markdown').last()
  await expect.poll(() => answer.textContent()).toMatch(/\b9\b/)

  await page.getByRole('link').filter({ hasText: 'slowly count to 500' }).first().click()
  const watched = page.getByRole('main').locator('.markdown').last()
  await expect.poll(() => watched.textContent()).toMatch(/\b30\b/)
  await page.keyboard.press('t')
  await page.getByText('You’re replying. Robin is paused.').waitFor()
  await chat.locator('.system').getByText('Alex Admin joined the chat', { exact: true }).waitFor()
  // What was on its way when the person came still arrives.
  await chat.locator('.answer[aria-busy=true]').waitFor({ state: 'detached' })
  const shown = await answer.textContent()

  const reply = page.getByRole('textbox', { name: /^Reply to / })
  await expect.poll(() => reply.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('A person is here now.')
  await page.keyboard.press('Enter')
  await chat.getByText('A person is here now.', { exact: true }).waitFor()
  await sendMessage(chat, 'Thank you, person')
  await page.getByText('Thank you, person').last().waitFor()
  expect(await chat.locator('.answer .markdown').filter({ hasText: '1 2 3' }).first().textContent()).toBe(shown)
  expect(await watched.textContent()).not.toBe('')

  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await page.getByText('Robin is replying.').waitFor()
  await sendMessage(chat, 'count to 3')
  await chat.getByText('1 2 3', { exact: true }).waitFor()
  await page.getByText('1 2 3', { exact: true }).last().waitFor()
  expect([...visitor.faults, ...operator.faults]).toEqual([])
})

test('a visitor who asks for a person is found among those that wait, and a closed chat tells of the reply', async () => {
  await using visitor = await openVisit(browser, site.origin)
  await using operator = await visit({ as: 'Alex Admin' })
  const { page } = operator
  await visitor.page.goto(site.page())
  const chat = await openChat(visitor.page)
  await sendMessage(chat, 'count to 4')
  await chat.getByText('1 2 3 4', { exact: true }).waitFor()
  await chat.getByRole('button', { name: 'Talk to a person' }).click()
  await page.goto('/inbox?filter=escalated')
  await page.getByRole('link').filter({ hasText: '1 2 3 4' }).first().click()
  await page.getByRole('textbox', { name: /^Reply to / }).fill('What can I do for you?')
  await visitor.page.evaluate(() => Reflect.get(window, 'ChatWidget').close())
  await page.keyboard.press('Enter')
  await page.getByText('You’re replying. Robin is paused.').waitFor()
  await launcherOn(visitor.page).click()
  await chat.getByText('What can I do for you?', { exact: true }).waitFor()
  expect([...visitor.faults, ...operator.faults]).toEqual([])
})

test('the launcher counts each new message once: not when it is edited, and one that came while the connection was cut', async () => {
  await using visitor = await openVisit(browser, site.origin)
  await using operator = await visit({ as: 'Alex Admin' })
  const { page } = operator
  let isCut = false
  const open = new Set<() => Promise<void>>()
  await visitor.page.routeWebSocket(/realtime/, (socket) => {
    if (isCut) return void socket.close()
    const server = socket.connectToServer()
    open.add(() => Promise.all([socket.close(), server.close()]).then(() => undefined))
  })
  await visitor.page.goto(site.page())
  const chat = await openChat(visitor.page)
  await sendMessage(chat, 'count to 6')
  await chat.getByText('1 2 3 4 5 6', { exact: true }).waitFor()
  // An answer that ends behind a closed chat is unread, though its text was read.
  await chat.locator('.answer[aria-busy=true]').waitFor({ state: 'detached' })
  await visitor.page.evaluate(() => Reflect.get(window, 'ChatWidget').close())
  const unread = (count: number) =>
    visitor.page
      .frameLocator('iframe[src*="button.html"]')
      .getByRole('button', { name: count > 0 ? `Open chat, ${count} unread` : 'Open chat', exact: true })
      .waitFor()
  await unread(0)

  await page.goto('/inbox')
  await page.getByRole('link').filter({ hasText: '1 2 3 4 5 6' }).first().click()
  const reply = async (text: string) => {
    await page.getByRole('textbox', { name: /^Reply to / }).fill(text)
    await page.keyboard.press('Enter')
    await page.getByText(text, { exact: true }).last().waitFor()
  }
  await reply('Six it si')
  await unread(1)
  await page.getByText('Six it si', { exact: true }).last().hover()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit' }).fill('Six it is')
  await page.keyboard.press('Enter')
  await chatOn(visitor.page).getByText('Six it is', { exact: true }).waitFor({ state: 'attached' })
  await reply('Anything else?')
  await unread(2)

  await launcherOn(visitor.page).click()
  await chat.getByText('Anything else?', { exact: true }).waitFor()
  await visitor.page.evaluate(() => Reflect.get(window, 'ChatWidget').close())
  await unread(0)
  isCut = true
  for (const cut of open) await cut()
  await reply('Still there?')
  isCut = false
  await unread(1)
  expect(operator.faults).toEqual([])
})
