import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext, type Frame, type Page } from 'puppeteer-core'
import { desktop } from './browser.ts'

/** Playwright drives a Firefox of its own alone, which no registry has; this one speaks WebDriver BiDi as it is released. */
const FIREFOX = '/usr/bin/firefox-esr'

export const hasFirefox = existsSync(FIREFOX)

export const launchFirefox = (preferences: Record<string, unknown> = {}): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    timeout: 120_000,
    extraPrefsFirefox: preferences,
  })

/** A microphone with a tone, for which nobody is asked, and a loudspeaker: a machine of tests has neither. */
export const withSound = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.cubeb.force_mock_context': true,
  'media.cubeb.sandbox': false,
}

export async function openTab(
  browser: Browser | BrowserContext,
  address: string,
  viewport = desktop,
): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  const errors: string[] = []
  // The browser asks for the site's icon by itself, and reports that the strict policy refuses it.
  page.on('pageerror', (error) => String(error).includes('/favicon.ico') || errors.push(String(error)))
  await page.setViewport(viewport)
  await page.goto(address)
  return { page, errors }
}

export async function frameOf(page: Page, name: 'button' | 'chat'): Promise<Frame> {
  const element = await page.waitForSelector(`pierce/iframe[src*="/widget/${name}.html"]`)
  const frame = await element?.contentFrame()
  if (!frame) throw new Error(`There is no frame ${name}`)
  return frame
}

export async function openChat(page: Page): Promise<Frame> {
  const button = await frameOf(page, 'button')
  await button.locator('button').click()
  return frameOf(page, 'chat')
}

/** From the home screen into the chat. */
export const beginChat = (chat: Frame) => chat.locator('button ::-p-text(Send us a message)').click()

/** Presses the button of this name. */
export const press = (frame: Frame, name: string) => frame.locator(`::-p-aria([name="${name}"][role="button"])`).click()

export const hasText = (frame: Frame, selector: string, text: string) =>
  frame.waitForFunction(
    (wanted, within) => [...document.querySelectorAll(within)].some((one) => one.textContent?.includes(wanted)),
    {},
    text,
    selector,
  )
