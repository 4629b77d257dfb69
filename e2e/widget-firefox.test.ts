import type { Browser, Frame } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone } from './browser.ts'
import { openCustomerSite, type Site } from './customer-site.ts'
import { beginChat, frameOf, hasFirefox, hasText, launchFirefox, openChat, openTab, press } from './firefox.ts'
import { copyOfFirstStart } from './first-start.ts'
import { type JourneyServer, startServerHere } from './server.ts'

describe.skipIf(!hasFirefox)('in Firefox', () => {
  let server: JourneyServer
  let site: Site
  let browser: Browser

  beforeAll(async () => {
    const { seed, env } = await copyOfFirstStart()
    server = await startServerHere(env, seed)
    site = await openCustomerSite(server.base_url)
    browser = await launchFirefox()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test('a visitor talks on a page with the strictest policy, comes back to the chat and hears an operator in both tabs', async () => {
    const address = site.page({ csp: true })
    const first = await openTab(browser, address)
    const chat = await openChat(first.page)
    await beginChat(chat)
    await sendMessage(chat, 'count to 7')
    await hasAnswer(chat, '1 2 3 4 5 6 7')

    await first.page.reload()
    expect(await ownMessages(await openChat(first.page))).toEqual(['count to 7'])
    const second = await openTab(browser, address)
    const other = await openChat(second.page)
    await sendMessage(other, 'count to 4')
    const again = await frameOf(first.page, 'chat')
    for (const tab of [again, other]) {
      await hasAnswer(tab, '1 2 3 4')
      await expect.poll(() => ownMessages(tab)).toEqual(['count to 7', 'count to 4'])
    }

    const listed = await (await site.api.get(`${site.organization}/conversations?channel_category=external`)).json()
    const at = `${site.organization}/conversations/${listed.data[0].id}/messages`
    expect((await site.api.post(at, { data: { content: 'Come at nine' } })).ok()).toBe(true)
    for (const tab of [again, other]) await hasText(tab, '.messages', 'Come at nine')
    expect([...first.errors, ...second.errors]).toEqual([])
    await Promise.all([first.page.close(), second.page.close()])
  })

  test('on a phone the chat takes the whole page, and gives it back', async () => {
    const { page, errors } = await openTab(browser, site.page(), phone)
    await openChat(page)
    const frame = await page.waitForSelector('pierce/iframe[src*="/widget/chat.html"]')
    await expect.poll(() => frame?.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone })
    await page.evaluate(() => Reflect.get(window, 'ChatWidget').close())
    await expect.poll(() => frame?.isVisible()).toBe(false)
    expect(errors).toEqual([])
    await page.close()
  })
})

async function sendMessage(chat: Frame, text: string): Promise<void> {
  await chat.locator('textarea').fill(text)
  await press(chat, 'Send')
}

const hasAnswer = (chat: Frame, text: string) => hasText(chat, '.answer:not([aria-busy=true]) .markdown', text)

async function ownMessages(chat: Frame): Promise<(string | null)[]> {
  await chat.waitForSelector('.own .bubble')
  return chat.$$eval('.own .bubble', (found) => found.map((one) => one.textContent))
}
