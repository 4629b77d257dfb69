import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { scratchDirectory } from '../server/src/testing/suite/scratch.ts'
import { desktop, openVisit, phone, type VisitOptions } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, type PageOptions, sendMessage } from './customer-site.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const LAUNCHER = { x: 1343, y: 803, width: 84, height: 84 }
const CHAT = { x: 1015, y: 150, width: 400, height: 640 }
const visit = (how: VisitOptions = {}) => openVisit(browser, site.origin, how)
const frameOf = (page: Page, name: 'button' | 'chat') => page.locator(`iframe[src*="/widget/${name}.html"]`)
const style = (css: string): PageOptions => ({ head: `<style>${css}</style>` })

/** Where the visitor sees it, and that nothing of the page is before it. */
async function pressLauncher(page: Page): Promise<void> {
  await launcherOn(page).waitFor()
  await page.mouse.click(LAUNCHER.x + LAUNCHER.width / 2, LAUNCHER.y + LAUNCHER.height / 2)
}

async function isMovedForGood(page: Page): Promise<void> {
  await chatOn(page).getByRole('button', { name: 'More options' }).click()
  await chatOn(page).getByRole('menuitem', { name: 'Move button to the left' }).click()
  const left = async () => (await frameOf(page, 'button').boundingBox())?.x
  // The frame of the chat asks the page for it, which may come after the click.
  await expect.poll(left).toBe(13)
  await page.reload()
  await launcherOn(page).waitFor()
  expect(await left()).toBe(13)
}

test('the widget is in the corner of the window, whatever the page’s styles do to its body', async () => {
  await using person = await visit()
  const { page } = person
  const styles = [
    'body { transform: translateZ(0); height: 3000px }',
    'body { filter: brightness(.9); height: 3000px }',
    'body { will-change: transform; perspective: 800px; height: 3000px }',
    'body { contain: strict; height: 500px }',
    'body { position: fixed; top: -400px; pointer-events: none }',
    'body > :not(h1), body :not(h1) { display: none !important }',
    'html { display: grid; gap: 60px }',
    'html { zoom: 1.25 }',
    'html { zoom: .8 } body { zoom: 1.5; height: 3000px }',
    'body { zoom: .5; transform: translateZ(0) }',
  ]
  for (const css of styles) {
    await page.goto(site.page(style(css)))
    await pressLauncher(page)
    await chatOn(page).getByRole('heading', { name: 'Hi there' }).waitFor()
    expect(await frameOf(page, 'button').boundingBox(), css).toEqual(LAUNCHER)
    await expect.poll(() => frameOf(page, 'chat').boundingBox(), { message: css }).toEqual(CHAT)
  }
  expect(person.faults).toEqual([])
})

test('the chat keeps its size and place when a page changes its zoom', async () => {
  for (const viewport of [desktop, phone]) {
    await using person = await visit({ viewport })
    const { page } = person
    await page.goto(site.page())
    await openChat(page)
    const placeOf = async (name: 'button' | 'chat') => {
      const box = await frameOf(page, name).boundingBox()
      // What was enlarged and made smaller again is off by less than a pixel.
      return box && Object.fromEntries(Object.entries(box).map(([side, px]) => [side, Math.round(px)]))
    }
    const places = () => Promise.all([placeOf('button'), placeOf('chat')])
    await expect.poll(async () => (await places())[1]).toEqual(viewport === phone ? { x: 0, y: 0, ...phone } : CHAT)
    const before = await places()
    for (const [html, body] of [['1.5'], ['', '2'], ['.75', '2'], ['', '']] as const) {
      await page.evaluate(
        ([html, body]) => {
          document.documentElement.style.zoom = html
          document.body.style.zoom = body ?? ''
        },
        [html, body] as const,
      )
      await expect.poll(places, { message: `${html} ${body}` }).toEqual(before)
    }
    expect(person.faults).toEqual([])
  }
})

test('the widget takes no room in the page’s layout', async () => {
  await using person = await visit()
  const { page } = person
  const css = `body { display: grid; grid-template-rows: 1fr auto; gap: 40px; margin: 0; height: 100vh }
    h1, p { display: none } footer + * { height: 90px }`
  await page.goto(site.page({ ...style(css), html: '<main>Bread</main><footer>Open at nine</footer>', early: true }))
  await launcherOn(page).waitFor()
  const bottom = await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom)
  expect(bottom).toBe(900)
})

test('names and additions of the page’s scripts do not get in the way', async () => {
  const init = `{ apiKey: '${site.public_api_key}', eventId: '${site.event_id}' }`
  const additions = `const history = { listen() {} }
    var performance = {}, origin = 'Moscow', parent = null
    for (const kind of [String, Array, Number]) kind.prototype.toJSON = function () { return JSON.stringify([this]) }
    Object.prototype.each = Array.prototype.each = () => {}`
  const page = { head: `<script>${additions}</script>`, html: '<div id="ChatWidget">Chat</div>' }
  const address = site.page({ ...page, script: `ChatWidget.init(${init})` })
  for (const viewport of [desktop, phone]) {
    await using person = await visit({ viewport })
    await person.page.goto(address)
    await sendMessage(await openChat(person.page), 'count to 3')
    await chatOn(person.page).locator('.markdown').getByText('1 2 3').waitFor()
    if (viewport === desktop) await isMovedForGood(person.page)
    expect(person.faults).toEqual([])
  }
})

test('a page without an address of its own has the chat too: a file, and documents that a script wrote', async () => {
  await using person = await visit()
  const { page } = person
  const html = `<!doctype html><body><script src="${server.base_url}/widget/svc-webchat-widget.js"></script>
    <script>ChatWidget.init({ apiKey: '${site.public_api_key}', eventId: '${site.event_id}' })</script>`
  const text = JSON.stringify(html).replaceAll('</', '<\\/')
  const writers = {
    srcdoc: `frame.srcdoc = ${text}`,
    written: `const page = frame.contentDocument; page.open(); page.write(${text}); page.close()`,
    blob: `frame.src = URL.createObjectURL(new Blob([${text}], { type: 'text/html' }))`,
  }
  for (const [name, write] of Object.entries(writers)) {
    const script = `const frame = document.body.appendChild(document.createElement('iframe'))
      frame.id = '${name}'; frame.width = 1200; frame.height = 780; ${write}`
    await page.goto(site.page({ script }))
    const inner = page.frameLocator(`#${name}`)
    await inner.frameLocator('iframe[src*="/widget/button.html"]').getByRole('button').click()
    await inner.frameLocator('iframe[src*="/widget/chat.html"]').getByRole('heading', { name: 'Hi there' }).waitFor()
  }

  const file = join(scratchDirectory(), 'page.html')
  writeFileSync(file, html)
  await page.goto(pathToFileURL(file).href)
  await sendMessage(await openChat(page), 'count to 3')
  await chatOn(page).locator('.markdown').getByText('1 2 3').waitFor()
  expect(person.faults).toEqual([])
})

test('a page may run the script as a module too, which has no element that names its address', async () => {
  await using person = await visit()
  const { page } = person
  const src = `${server.base_url}/widget/svc-webchat-widget.js`
  const init = `ChatWidget.init({ apiKey: '${site.public_api_key}', eventId: '${site.event_id}' })`
  const ways = [
    `<script type="module" src="${src}"></script><script type="module">${init}</script>`,
    `<script type="module">import '${src}'; ${init}</script>`,
    `<script>import('${src}').then(() => ${init})</script>`,
    `<script defer src="${src}" onload="${init}"></script>`,
  ]
  for (const scripts of ways) {
    await page.goto(site.page({ scripts }))
    await launcherOn(page).click()
    await chatOn(page).getByRole('heading', { name: 'Hi there' }).waitFor()
  }
  expect(person.faults).toEqual([])
})

test('a script that became part of the page says what it lacks, and works with the addresses', async () => {
  await using person = await visit()
  const { page } = person
  const loader = await (await fetch(`${server.base_url}/widget/svc-webchat-widget.js`)).text()
  const options = `apiKey: '${site.public_api_key}', eventId: '${site.event_id}'`
  const addresses = `apiUrl: '${server.base_url}', wsUrl: '${server.base_url.replace('http', 'ws')}'`
  const openWith = async (init: string) => {
    await page.route('**/bundle.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `${loader}; ChatWidget.init({ ${init} })` }),
    )
    await page.goto(site.page({ scripts: '<script src="/bundle.js"></script>' }))
  }
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
  await openWith(options)
  expect((await warned).text()).toContain(`ChatWidget: no answer from ${site.origin}/widget/button.html`)

  await openWith(`${options}, ${addresses}`)
  await sendMessage(await openChat(page), 'count to 3')
  await chatOn(page).locator('.markdown').getByText('1 2 3').waitFor()

  expect(person.faults).toEqual([])
  await page.goto(site.page({ scripts: `<script>${loader}</script><script>ChatWidget.init({ ${options} })</script>` }))
  await expect.poll(() => person.faults).toEqual(['error: ChatWidget.init: apiUrl is missing'])
})

test('a page that is isolated from other origins may hold the chat', async () => {
  await using person = await visit()
  const { page } = person
  for (const embedder of ['require-corp', 'credentialless']) {
    const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': embedder }
    await page.goto(site.page({ headers }))
    await launcherOn(page).click()
    await chatOn(page).getByRole('heading', { name: 'Hi there' }).waitFor()
  }
  expect(person.faults).toEqual([])
})

test('a printed page has no chat on it', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  await openChat(page)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['button', 'chat'] as const) await expect.poll(() => frameOf(page, name).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  for (const name of ['button', 'chat'] as const) await expect.poll(() => frameOf(page, name).isVisible()).toBe(true)
})

test('the language of the page is read as browsers read it', async () => {
  await using person = await visit()
  const { page } = person
  for (const [lang, label] of Object.entries({ RU: 'Открыть чат', 'ru-UA': 'Открыть чат', rue: 'Open chat' })) {
    await page.goto(site.page({ lang }))
    await page.frameLocator('iframe[src*="/widget/button.html"]').getByRole('button', { name: label }).waitFor()
  }
})
