import type { Browser, Frame } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCustomerSite, type Site } from './customer-site.ts'
import { beginChat, hasFirefox, hasText, launchFirefox, openChat, openTab, press, withSound } from './firefox.ts'
import { dataOfFirstStart } from './first-start.ts'
import { type RealServer, startRealServer } from './server.ts'

describe.skipIf(!hasFirefox)('a call in Firefox', () => {
  let server: RealServer
  let site: Site
  let browser: Browser

  beforeAll(async () => {
    server = await startRealServer({}, { seed: await dataOfFirstStart() })
    site = await openCustomerSite(server.base_url)
    browser = await launchFirefox(withSound)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await server?.[Symbol.asyncDispose]()
  })

  /** A call of a new visitor. */
  async function beginCall() {
    const context = await browser.createBrowserContext()
    const { page, errors } = await openTab(context, site.page({ csp: true }))
    const chat = await openChat(page)
    const framesSent = await countFramesSent(chat)
    await beginChat(chat)
    await press(chat, 'Call Robin')
    await isNow(chat, 'Listening')
    return { context, page, errors, chat, framesSent }
  }

  test('a visitor is heard, mutes, writes, listens to the answer, stops it and hangs up', async () => {
    const { context, page, errors, chat, framesSent } = await beginCall()
    await expect.poll(framesSent).toBeGreaterThan(5)
    await expect.poll(() => level(chat, 'Your volume')).toBeGreaterThan(5)

    await press(chat, 'Mute')
    await isNow(chat, 'You’re muted')
    const before = await framesSent()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
    expect(await framesSent()).toBeLessThan(before + 3)
    await press(chat, 'Unmute')
    await isNow(chat, 'Listening')
    await expect.poll(framesSent).toBeGreaterThan(before + 10)

    await press(chat, 'Type instead')
    await write(chat, 'What is the return policy?')
    await isNow(chat, 'Speaking')
    await expect.poll(() => level(chat, 'Robin’s volume')).toBeGreaterThan(10)
    await hasText(chat, '.call-captions', 'within 30 days')
    await press(chat, 'Stop speaking')
    await hasText(chat, '.call-captions', 'Interrupted')

    await press(chat, 'Hang up')
    await hasText(chat, '.messages', 'You ended the call')
    await hasText(chat, '.messages', 'What is the return policy?')
    expect(errors).toEqual([])
    await context.close()
  })

  test('a restart of the server is outlasted, and the answer is spoken on', async () => {
    const { context, chat, framesSent } = await beginCall()
    await press(chat, 'Type instead')
    await write(chat, 'slowly count to 20')
    await hasText(chat, '.call-captions', '1 2')
    const restarted = server.restart()
    await hasText(chat, '.call-phase', 'Reconnecting…')
    await restarted
    await isNow(chat, 'Speaking')
    const before = await framesSent()
    await expect.poll(framesSent).toBeGreaterThan(before + 5)
    // A message would interrupt the answer.
    await isNow(chat, 'Listening')
    await write(chat, 'count to 7')
    await hasText(chat, '.call-captions', '1 2 3 4 5 6 7')
    await press(chat, 'Hang up')
    await hasText(chat, '.messages', '19 20')
    await context.close()
  })
})

/** What happens in the call, as its page says. */
const isNow = (chat: Frame, activity: string) => hasText(chat, '.call-activity', activity)

const level = (chat: Frame, name: string): Promise<number> =>
  chat.$eval(`[role="meter"][aria-label="${name}"]`, (meter) => Number(meter.getAttribute('aria-valuenow')))

async function write(chat: Frame, text: string): Promise<void> {
  await chat.locator('.call-type input').fill(text)
  await press(chat, 'Send')
}

/** Counts the frames of audio that the page sends from now on. */
async function countFramesSent(chat: Frame): Promise<() => Promise<number>> {
  await chat.evaluate(() => {
    const { send } = WebSocket.prototype
    Reflect.set(window, 'framesSent', 0)
    WebSocket.prototype.send = function (data) {
      if (typeof data !== 'string') Reflect.set(window, 'framesSent', Reflect.get(window, 'framesSent') + 1)
      return send.call(this, data)
    }
  })
  return () => chat.evaluate(() => Number(Reflect.get(window, 'framesSent')))
}
