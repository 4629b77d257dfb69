import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, phone } from './browser.ts'
import { openCustomerSite, type Site } from './customer-site.ts'
import { copyOfFirstStart } from './first-start.ts'
import { type JourneyServer, startServerHere } from './server.ts'

/** Playwright drives a Firefox of its own alone, which no registry has; this one speaks WebDriver BiDi as it is released. */
const FIREFOX = '/usr/bin/firefox-esr'

describe.skipIf(!existsSync(FIREFOX))('in Firefox', () => {
  let server: JourneyServer
  let site: Site
  let browser: Browser

  beforeAll(async () => {
    const { seed, env } = await copyOfFirstStart()
    server = await startServerHere(env, seed)
    site = await openCustomerSite(server.base_url)
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true, timeout: 120_000 })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await server?.[Symbol.asyncDispose]()
  })

  async function openTab(address: string, viewport = desktop): Promise<{ page: Page; errors: string[] }> {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    const errors: string[] = []
    // The browser asks for the site's icon by itself, and reports that the strict policy refuses it.
    page.on('pageerror', (error) => String(error).includes('/favicon.ico') || errors.push(String(error)))
    await page.setViewport(viewport)
    await page.goto(address)
    return { page, errors }
  }

  test('a visitor talks on a page with the strictest policy, comes back to the chat and hears an operator in both tabs', async () => {
    const address = site.page({ csp: true })
    const first = await openTab(address)
    const chat = await openChat(first.page)
    await press(chat, 'Send us a message')
    await sendMessage(chat, 'count to 7')
    await hasAnswer(chat, '1 2 3 4 5 6 7')

    await first.page.reload()
    expect(await ownMessages(await openChat(first.page))).toEqual(['count to 7'])
    const second = await openTab(address)
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
    const { page, errors } = await openTab(site.page(), phone)
    await openChat(page)
    const frame = await page.waitForSelector('pierce/iframe[src*="/widget/chat.html"]')
    await expect.poll(() => frame?.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone })
    await page.evaluate(() => Reflect.get(window, 'ChatWidget').close())
    await expect.poll(() => frame?.isVisible()).toBe(false)
    expect(errors).toEqual([])
    await page.close()
  })
})

async function frameOf(page: Page, name: 'button' | 'chat'): Promise<Frame> {
  const element = await page.waitForSelector(`pierce/iframe[src*="/widget/${name}.html"]`)
  const frame = await element?.contentFrame()
  if (!frame) throw new Error(`There is no frame ${name}`)
  return frame
}

async function openChat(page: Page): Promise<Frame> {
  const button = await frameOf(page, 'button')
  await button.locator('button').click()
  return frameOf(page, 'chat')
}

const press = (frame: Frame, name: string) => frame.locator(`button ::-p-text(${name})`).click()

async function sendMessage(chat: Frame, text: string): Promise<void> {
  await chat.locator('textarea').fill(text)
  await chat.locator('::-p-aria([name="Send"][role="button"])').click()
}

const hasText = (frame: Frame, selector: string, text: string) =>
  frame.waitForFunction(
    (wanted, within) => [...document.querySelectorAll(within)].some((one) => one.textContent?.includes(wanted)),
    {},
    text,
    selector,
  )
const hasAnswer = (chat: Frame, text: string) => hasText(chat, '.answer:not([aria-busy=true]) .markdown', text)

async function ownMessages(chat: Frame): Promise<(string | null)[]> {
  await chat.waitForSelector('.own .bubble')
  return chat.$$eval('.own .bubble', (found) => found.map((one) => one.textContent))
}
