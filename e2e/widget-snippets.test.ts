import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openVisit } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const Snippets = z.object({ html: z.string(), react: z.string(), tag_manager: z.string() })
const listed = await site.api.get(`${site.organization}/webchat-entry-points/${site.event_id}`)
const { snippets } = z.object({ snippets: Snippets }).parse(await listed.json())

/** Replaces the body and creates its scripts again so that they run, as libraries do that fetch the next page. */
const replaceBody = (page: Page, html: string) =>
  page.evaluate((html) => {
    const body = document.createElement('body')
    body.innerHTML = html
    for (const old of body.querySelectorAll('script')) {
      const script = document.createElement('script')
      script.async = false
      for (const { name, value } of old.attributes) script.setAttribute(name, value)
      script.textContent = old.textContent
      old.replaceWith(script)
    }
    document.body.replaceWith(body)
  }, html)

for (const kind of ['html', 'tag_manager'] as const) {
  test(`the snippet ${kind} works in a page, also in one that replaces another without loading`, async () => {
    await using person = await openVisit(browser, site.origin)
    const { page } = person
    await page.goto(site.page({ scripts: '' }))
    await replaceBody(page, `With one ${snippets[kind]}`)
    await sendMessage(await openChat(page), 'count to 3')
    await chatOn(page).locator('.markdown').getByText('1 2 3').waitFor()
    await replaceBody(page, `The next one ${snippets[kind]}`)
    await chatOn(page).getByText('count to 3').waitFor()
    expect(await page.locator('iframe').count()).toBe(2)

    await page.goto(site.page({ scripts: snippets[kind] }))
    await launcherOn(page).waitFor()
    expect(person.faults).toEqual([])
  })
}

const APP = `import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ChatWidget } from 'virtual:snippet.jsx'
const root = createRoot(document.querySelector('main'))
window.show = (isShown) => root.render(createElement(StrictMode, null, isShown && createElement(ChatWidget)))`

async function reactPage(): Promise<string> {
  const sources: Record<string, string> = { 'virtual:app.jsx': APP, 'virtual:snippet.jsx': snippets.react }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [{ name: 'snippet', resolveId: (id) => (id in sources ? id : null), load: (id) => sources[id] ?? null }],
    build: { write: false, minify: false, rolldownOptions: { input: 'virtual:app.jsx' } },
  })
  const { output } = built as Rolldown.RolldownOutput
  return `<main></main><script type="module">${output[0].code}</script>`
}

test('the React component shows one chat where effects run twice, and none once it is gone, even before it has loaded', async () => {
  await using person = await openVisit(browser, site.origin)
  const { page } = person
  const show = (isShown: boolean) => page.evaluate((isShown) => Reflect.get(window, 'show')(isShown), isShown)
  const address = site.page({ scripts: await reactPage() })
  await page.goto(address)
  await show(true)
  await sendMessage(await openChat(page), 'count to 3')
  await chatOn(page).locator('.markdown').getByText('1 2 3').waitFor()
  expect(await page.locator('iframe').count()).toBe(2)
  await show(false)
  await expect.poll(() => page.locator('iframe').count()).toBe(0)

  const arrived = Promise.withResolvers<void>()
  await page.route('**/svc-webchat-widget.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const loaded = page.waitForResponse('**/svc-webchat-widget.js')
  await page.goto(address)
  await show(true)
  await page.locator('script[src*="webchat-widget"]').waitFor({ state: 'attached' })
  await show(false)
  await page.locator('script[src*="webchat-widget"]').waitFor({ state: 'detached' })
  arrived.resolve()
  await (await loaded).finished()
  await page.waitForFunction(() => 'ChatWidget' in window)
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  expect(await page.locator('svc-webchat-widget').count()).toBe(0)
  expect(person.faults).toEqual([])
})
