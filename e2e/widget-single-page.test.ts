import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openVisit, phone } from './browser.ts'
import { chatOn, launcherOn, openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { journeys } from './visit.ts'

const { server, browser } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const visit = () => openVisit(browser, site.origin, {})

/** Calls the widget as a script of the page does. */
const call = (page: Page, method: string, ...given: unknown[]) =>
  page.evaluate(([method, given]) => Reflect.get(window, 'ChatWidget')[method as string](...(given as unknown[])), [
    method,
    given,
  ] as const)

/** Ways in which scripts of a page take the widget away, as libraries for single-page sites do between two pages. */
const removals: Record<string, () => void> = {
  'the body is replaced': () => {
    const body = document.createElement('body')
    body.textContent = 'Another page'
    document.body.replaceWith(body)
  },
  'the whole page is removed before there is another': () => {
    const root = document.createElement('html')
    root.append(document.createElement('body'))
    document.documentElement.remove()
    document.append(root)
  },
  'the body is emptied': () => {
    document.body.replaceChildren('Another page')
  },
  'the body is replaced by a copy of itself': () => {
    document.body.replaceWith(document.body.cloneNode(true))
  },
}

for (const [what, remove] of Object.entries(removals)) {
  test(`where ${what} the widget comes back as it was, with the conversation and what was being written`, async () => {
    await using person = await visit()
    const { page } = person
    await page.goto(site.page())
    const chat = await openChat(page)
    await sendMessage(chat, 'Do you have blue ones?')
    await chat.getByRole('article').nth(1).waitFor()
    const field = chat.getByRole('textbox', { name: 'Message' })
    await field.fill('In size 42, if')
    for (let times = 0; times < 2; times++) {
      await page.evaluate(remove)
      await expect.poll(() => field.inputValue().catch(() => null)).toBe('In size 42, if')
      await chat.getByText('Do you have blue ones?').waitFor()
      expect(await page.locator('iframe').count()).toBe(2)
    }
    await call(page, 'close')
    await page.evaluate(remove)
    await call(page, 'open')
    await call(page, 'sendMessage', 'Still there')
    await chat.getByText('Still there').waitFor()
    expect(await page.locator('iframe').count()).toBe(2)
    expect(person.faults).toEqual([])
  })
}

test('what is typed while the first message begins the conversation is there when the widget comes back', async () => {
  await using person = await visit()
  const { page } = person
  const accepted = Promise.withResolvers<void>()
  await page.route('**/api/public/webchat/messages*', async (route) => {
    if (route.request().method() === 'POST') await accepted.promise
    await route.continue()
  })
  await page.goto(site.page())
  const chat = await openChat(page)
  await sendMessage(chat, 'Do you have blue ones?')
  const field = chat.getByRole('textbox', { name: 'Message' })
  await field.fill('In size 42')
  // The visitor continues typing at the moment in which the conversation is shown, before the browser has drawn it.
  await field.evaluate((box: HTMLTextAreaElement) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('article')) return
      observer.disconnect()
      queueMicrotask(() => {
        box.value = `${box.value}, if`
        box.dispatchEvent(new InputEvent('input', { bubbles: true }))
      })
    }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  })
  accepted.resolve()
  await expect.poll(() => field.inputValue()).toBe('In size 42, if')
  await chat.getByRole('article').nth(1).waitFor()
  expect(await field.inputValue()).toBe('In size 42, if')
  await page.evaluate(removals['the body is emptied'] as () => void)
  await expect.poll(() => field.inputValue().catch(() => null)).toBe('In size 42, if')
  expect(person.faults).toEqual([])
})

test('on a phone the way back out of the chat leaves a page alone that restores its body when it is gone back to', async () => {
  await using person = await openVisit(browser, site.origin, { viewport: phone })
  const { page } = person
  await page.goto(site.page({ html: '<input aria-label="Size">' }))
  await page.evaluate(() => {
    history.replaceState({ page: 1 }, '')
    const body = document.body.cloneNode(true)
    addEventListener('popstate', () => document.body.replaceWith(body.cloneNode(true)))
    history.pushState({ page: 2 }, '', '?two')
  })
  const size = page.getByLabel('Size')
  await size.fill('42')
  await openChat(page)
  const stateOf = () => page.evaluate(() => history.state)
  const isShown = () => page.locator('iframe[src*="/widget/chat.html"]').isVisible()
  await page.goBack()
  await chatOn(page).getByRole('heading', { name: 'Hi there' }).waitFor()
  await expect.poll(stateOf).not.toEqual({ page: 2 })
  await page.goBack()
  await expect.poll(isShown).toBe(false)

  await launcherOn(page).click()
  await chatOn(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(isShown).toBe(false)
  await expect.poll(stateOf).toEqual({ page: 2 })
  await call(page, 'open')
  // Opened again before the browser has gone back, after which the chat adds its entry once more.
  await page.evaluate(async () => {
    const isAdded = new Promise((resolve) => {
      navigation.addEventListener('currententrychange', ({ navigationType }) => {
        if (navigationType === 'push') resolve(true)
      })
    })
    Reflect.get(window, 'ChatWidget').close()
    Reflect.get(window, 'ChatWidget').open()
    await isAdded
  })
  await page.goBack()
  await expect.poll(isShown).toBe(false)
  expect(await size.inputValue()).toBe('42')

  await page.goBack()
  await expect.poll(() => size.inputValue()).toBe('')
  expect(new URL(page.url()).search).toBe('')
  expect(person.faults).toEqual([])
})

test('a page that takes the widget away whenever it comes is not fought with', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto(site.page())
  await launcherOn(page).waitFor()
  const returns = await page.evaluate(async () => {
    let count = 0
    const observer = new MutationObserver(() => {
      for (const frame of document.querySelectorAll('svc-webchat-widget')) {
        count++
        frame.remove()
      }
    })
    observer.observe(document.body, { childList: true })
    document.querySelector('svc-webchat-widget')?.remove()
    await new Promise((resolve) => setTimeout(resolve, 3000))
    observer.disconnect()
    return count
  })
  expect(returns).toBeGreaterThan(1)
  expect(returns).toBeLessThan(10)
  await launcherOn(page).waitFor()
  expect(person.faults).toEqual([])
})
