import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { openVisit, phone, type VisitOptions } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const HANDLES = 'div[style*="-resize"]'
const visit = (how: VisitOptions = {}) => openVisit(browser, site.origin, how)
const frameOf = (page: Page, name: 'button' | 'chat') => {
  const found = page.frames().find((frame) => frame.url().includes(`/widget/${name}.html`))
  if (!found) throw new Error(`There is no frame ${name}`)
  return found
}
const boxOf = async (page: Page, name: 'button' | 'chat') =>
  page.locator(`iframe[src*="/widget/${name}.html"]`).boundingBox()
const schemeOf = (page: Page) => frameOf(page, 'chat').evaluate(() => document.documentElement.dataset.scheme)
const variableOf = (page: Page, name: string) =>
  frameOf(page, 'chat').evaluate((name) => document.documentElement.style.getPropertyValue(name), name)

/** Calls the widget as a script of the page does. */
const call = (page: Page, method: string, ...given: unknown[]) =>
  page.evaluate(([method, given]) => Reflect.get(window, 'ChatWidget')[method as string](...(given as unknown[])), [
    method,
    given,
  ] as const)

test('init asks for what nobody can guess, may come before the body, twice, and again after destroy', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page({ early: true }))
  await launcherOn(page).waitFor()
  await expect(call(page, 'init', {})).rejects.toThrow('apiKey is missing')
  const options = { apiKey: site.public_api_key, eventId: site.event_id }
  await call(page, 'init', options)
  await call(page, 'init', options)
  expect(await page.locator('iframe').count()).toBe(1)
  await call(page, 'destroy')
  expect(await page.locator('iframe').count()).toBe(0)
  await call(page, 'init', { ...options, language: 'ru', isOpen: true })
  await chatOn(page).getByRole('heading', { name: 'Здравствуйте' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(2)
  expect(person.faults).toEqual([])
})

test('the chat is resized at the sides away from its launcher, which is moved and stays where it was put', async () => {
  await using person = await visit()
  const { page } = person
  const address = site.page()
  await page.goto(address)
  const chat = await openChat(page)
  const handles = () =>
    page
      .locator(HANDLES)
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.cursor.replace('-resize', '')))
  expect(await handles()).toEqual(['n', 'w', 'nw'])
  const pull = async (x: number, y: number, dx: number, dy: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + dx, y + dy, { steps: 3 })
    await page.mouse.up()
  }
  await pull(1015, 151, -100, -60)
  expect(await boxOf(page, 'chat')).toEqual({ x: 915, y: 90, width: 500, height: 700 })
  await pull(915, 91, 600, 600)
  expect(await boxOf(page, 'chat')).toEqual({ x: 1015, y: 390, width: 400, height: 400 })
  await pull(1015, 391, -3000, -3000)
  expect(await boxOf(page, 'chat')).toEqual({ x: 25, y: 25, width: 1390, height: 765 })
  await pull(25, 26, 600, 200)

  await chat.getByRole('button', { name: 'More options' }).click()
  await chat.getByRole('menuitem', { name: 'Move button to the left' }).click()
  await expect.poll(handles).toEqual(['n', 'e', 'ne'])
  await page.reload()
  await launcherOn(page).waitFor()
  expect((await boxOf(page, 'button'))?.x).toBe(13)
  await launcherOn(page).click()
  await expect.poll(async () => (await boxOf(page, 'chat'))?.x).toBe(25)

  // Pulled across the page it changes sides too.
  await launcherOn(page).click()
  await pull(55, 845, 1200, 0)
  await expect.poll(async () => (await boxOf(page, 'button'))?.x).toBe(1343)
})

test('the widget is in a container where the page wants that', async () => {
  await using person = await visit()
  const { page } = person
  const script = `ChatWidget.init({ apiKey: '${site.public_api_key}', eventId: '${site.event_id}', positioning: 'absolute', container: document.getElementById('place') })`
  await page.goto(site.page({ script, html: '<div id="place" style="width:900px;height:700px"></div>' }))
  await launcherOn(page).click()
  await chatOn(page).getByRole('heading', { name: 'Hi there' }).waitFor()
  expect(await page.locator('#place').evaluate((place) => getComputedStyle(place).position)).toBe('relative')
  const place = await page.locator('#place').boundingBox()
  await expect.poll(() => boxOf(page, 'chat')).toMatchObject({ x: (place?.x ?? 0) + 475, width: 400, height: 565 })
  await call(page, 'destroy')
  expect(await page.locator('#place').evaluate((place) => getComputedStyle(place).position)).toBe('static')
})

test('it looks as its page does, in the order in which pages say how they look', async () => {
  await using person = await visit({ theme: 'dark' })
  const { page } = person
  await page.goto(site.page({ attributes: 'data-theme="light" class="dark"' }))
  await openChat(page)
  const change = (act: string) => page.evaluate(act)
  await expect.poll(() => schemeOf(page)).toBe('light')
  await change("document.documentElement.style.colorScheme = 'dark'")
  await expect.poll(() => schemeOf(page)).toBe('dark')
  await change("document.documentElement.style.colorScheme = ''; document.documentElement.dataset.theme = ''")
  await expect.poll(() => schemeOf(page)).toBe('dark')
  await change("document.documentElement.className = 'light'")
  await expect.poll(() => schemeOf(page)).toBe('light')
  await change("document.documentElement.className = ''")
  await expect.poll(() => schemeOf(page)).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => schemeOf(page)).toBe('light')
})

test('a page lays settings and variables over those of its organization', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  const customCss = '.composer { display: none }'
  await call(page, 'applySettings', { mode: 'light', customCss, primaryColor: '#0f766e' })
  await expect.poll(() => variableOf(page, '--primary-color')).toBe('#0f766e')
  // Custom styles hold in the custom mode alone.
  expect(await chat.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true)
  await call(page, 'applySettings', { mode: 'custom', chatBackgroundColor: '#102030' })
  await expect.poll(() => variableOf(page, '--chat-background')).toBe('#102030')
  await expect.poll(() => chat.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(false)
  await call(page, 'updateStyle', { '--primary-color': '#b91c1c', '--chat-background': '#fff7ed' })
  await expect.poll(() => variableOf(page, '--primary-color')).toBe('#b91c1c')
  expect(await variableOf(page, '--chat-background')).toBe('#fff7ed')
})

test('the page writes for its visitor, and what comes while the chat is closed is counted', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  await launcherOn(page).waitFor()
  // Slowly enough that it is closed before the answer is whole.
  await call(page, 'sendMessage', 'slowly count to 100')
  await chatOn(page).locator('.markdown').waitFor()
  await call(page, 'close')
  await page.frameLocator('iframe[src*="button.html"]').getByRole('button', { name: 'Open chat, 1 unread' }).click()
  await chatOn(page).getByRole('button', { name: 'Good answer' }).waitFor()
  await launcherOn(page).click()
  await page
    .frameLocator('iframe[src*="button.html"]')
    .getByRole('button', { name: 'Open chat', exact: true })
    .waitFor()
})

test('an answer that was finished after its visitor had left is counted when they come back', async () => {
  await using person = await visit()
  const { page } = person
  const address = site.page()
  await page.goto(address)
  const chat = await openChat(page)
  await sendMessage(chat, 'slowly count to 30')
  await chat.locator('.markdown').waitFor()
  await page.goto(`${site.origin}/elsewhere`)
  const newest = async () => {
    const listed = await site.api.get(`${site.organization}/conversations?channel_category=external&limit=1`)
    return (await listed.json()).data[0].last_message
  }
  await expect.poll(newest).toMatchObject({ role: 'ai' })
  await page.goto(address)
  await page.frameLocator('iframe[src*="button.html"]').getByRole('button', { name: 'Open chat, 1 unread' }).waitFor()
})

test('neither the loader nor the frames listen to anybody else', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  const chat = await openChat(page)
  await chat.getByRole('textbox', { name: 'Message' }).waitFor()
  // The page itself stands for any other window that writes to the loader.
  await page.evaluate(() => {
    for (const data of [{ type: 'close' }, { type: 'moveLauncher', side: 'left' }, { type: 'store', text: 'forged' }])
      window.postMessage(data, '*')
  })
  // Another frame of the page writes to the chat, which accepts messages only of the window that holds it.
  const wanted = { type: 'sendMessage', content: 'forged' }
  const malformed = [
    null,
    'close',
    { type: 'sendMessage' },
    { type: 'constructor' },
    { type: 'sendMessage', content: 1 },
  ]
  await page.evaluate(
    ([wanted, malformed]) => {
      const roots = [...document.querySelectorAll('svc-webchat-widget')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
      const frames = roots.flatMap((root) => [...root.querySelectorAll('iframe')]).map((one) => one.contentWindow)
      if (frames.length !== 2) throw new Error(`There are ${frames.length} frames`)
      const other = document.body.appendChild(document.createElement('iframe')).contentWindow
      const script = other && Reflect.get(other, 'Function')
      const post = script?.('frame', 'data', "frame.postMessage(data, '*')")
      for (const frame of frames) {
        post(frame, wanted)
        for (const data of malformed) frame?.postMessage(data, '*')
      }
    },
    [wanted, malformed] as const,
  )
  await sendMessage(chat, 'count to 2')
  await chat.getByRole('button', { name: 'Good answer' }).waitFor()
  expect(await chat.locator('.own .bubble').allTextContents()).toEqual(['count to 2'])
  expect(await page.locator('iframe[src*="chat.html"]').isVisible()).toBe(true)
  expect((await boxOf(page, 'button'))?.x).toBe(1343)
  expect(await page.evaluate(() => localStorage.getItem('svc-webchat'))).toBeNull()
  expect(person.faults).toEqual([])
})

test('neither frame has a serious barrier, on a desk or a phone, in either scheme', async () => {
  const found: Record<string, string[]> = {}
  for (const theme of ['light', 'dark'] as const) {
    for (const viewport of [undefined, phone]) {
      await using person = await visit({ theme, ...(viewport && { viewport }) })
      const { page } = person
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const look = async (name: string, frame: 'button' | 'chat') => {
        const barriers = await barriersOn(frameOf(page, frame))
        if (barriers.length > 0) found[`${name}, ${theme}, ${viewport ? 'phone' : 'desk'}`] = barriers
      }
      await page.goto(site.page())
      await launcherOn(page).waitFor()
      await look('launcher', 'button')
      await launcherOn(page).click()
      const chat = chatOn(page)
      await chat.getByRole('heading', { name: 'Hi there' }).waitFor()
      await look('welcome', 'chat')
      await chat.getByRole('button', { name: /^Send us/ }).click()
      await sendMessage(chat, 'markdown')
      await chat.getByRole('button', { name: 'Bad answer' }).click()
      await chat.getByRole('button', { name: 'Other' }).click()
      await look('chat with feedback', 'chat')
      await chat.getByRole('button', { name: 'More options' }).click()
      await look('menu', 'chat')
      await chat.getByRole('menuitem', { name: 'Rename' }).click()
      await look('dialog', 'chat')
      await page.keyboard.press('Escape')
      await chat.getByRole('button', { name: 'Back' }).click()
      await chat.getByRole('button', { name: 'All chats' }).click()
      await chat.getByRole('button', { name: 'New chat' }).waitFor()
      await look('history', 'chat')
    }
  }
  expect(found).toEqual({})
})
