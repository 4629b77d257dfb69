import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { barriersOn } from './axe.ts'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const WhoAmI = z.object({ current_organization_id: z.string() })
const Named = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const Accepted = z.object({ conversation_id: z.string() })

/** The signed-in colleague says this to Robin, in a chat of its own unless one is named. */
async function ask(page: Page, message: string, conversation_id?: string): Promise<string> {
  const api = page.context().request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const employees = `/api/organizations/${current_organization_id}/employees`
  const robin = Named.parse(await (await api.get(employees)).json()).data.find(({ name }) => name === 'Robin')
  const data = { message, ...(conversation_id ? { conversation_id } : { create_new_conversation: true }) }
  const accepted = await api.post(`${employees}/${robin?.id}/messages`, { data })
  return Accepted.parse(await accepted.json()).conversation_id
}

const rowOn = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: text })
/** The row of this conversation, once its answer is whole: an answer moves it to the top of the list. */
const answeredOn = (page: Page, id: string, answer: string) =>
  page.getByRole('list', { name: 'Conversations' }).locator(`a[href*="${id}"]`).filter({ hasText: answer })
const replyOn = (page: Page) => page.getByRole('textbox', { name: /^Reply to / })
const isFocused = (page: Page) => replyOn(page).evaluate((field) => field === document.activeElement)

/** Someone writes on and on until the other one sees it: a person who pauses for a few seconds types no more. */
async function typesUntil(writer: Page, reader: Page, sentence: string): Promise<void> {
  const seen = reader.getByRole('paragraph').filter({ hasText: sentence })
  const write = async () => {
    await replyOn(writer).pressSequentially('and ')
    return seen.isVisible()
  }
  await expect.poll(write, { interval: 500 }).toBe(true)
}

test('two operators see each other look at a conversation, type in it and leave it', async () => {
  await using mia = await visit({ as: 'Mia Member' })
  await using alex = await visit({ as: 'Alex Admin' })
  const id = await ask(mia.page, 'count to 3')
  await ask(mia.page, 'count to 2')
  const { page } = alex
  await page.goto('/inbox')
  await rowOn(page, '1 2 3').first().waitFor()
  await mia.page.goto(`/inbox?conversation=${id}`)
  await rowOn(page, '1 2 3').getByText('Mia Member is viewing.').waitFor({ state: 'attached' })

  // Who comes later learns who is there already.
  await page.goto(`/inbox?conversation=${id}`)
  await page.getByRole('main').locator('header').getByText('Mia Member is viewing.').waitFor({ state: 'attached' })
  await mia.page.getByRole('main').locator('header').getByText('Alex Admin is viewing.').waitFor({ state: 'attached' })

  await typesUntil(mia.page, page, 'Mia Member is typing…')
  await replyOn(page).fill('Let me')
  await typesUntil(mia.page, page, 'Mia Member is also replying.')
  await typesUntil(page, mia.page, 'Alex Admin is also replying.')
  await quiet(page)
  await typesUntil(mia.page, page, 'Mia Member is also replying.')
  expect(await barriersOn(page)).toEqual([])

  await replyOn(mia.page).fill('')
  await page.getByRole('paragraph').filter({ hasText: 'Mia Member is typing' }).waitFor({ state: 'detached' })
  await mia.page.goto('/storage')
  await page.getByText('Mia Member is viewing.').first().waitFor({ state: 'detached' })
  expect([...alex.faults, ...mia.faults]).toEqual([])
})

test('single keys act outside of fields and of what has opened, and not at all once they are switched off', async () => {
  await using alex = await visit({ as: 'Alex Admin' })
  const { page } = alex
  const first = await ask(page, 'count to 5')
  await page.goto('/inbox')
  await answeredOn(page, first, '1 2 3 4 5').waitFor()
  const second = await ask(page, 'count to 4')
  await answeredOn(page, second, '1 2 3 4').waitFor()
  await page.keyboard.press('j')
  // The next key continues from what is shown.
  await page.waitForURL((url) => url.searchParams.get('conversation') === second)
  await page.locator('.markdown').getByText('1 2 3 4', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.waitForURL((url) => url.searchParams.get('conversation') === first)
  await page.getByText('Robin is replying.').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Inbox: take over').waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Robin is replying.').waitFor()
  await page.keyboard.press('t')
  await page.getByText('You’re replying. Robin is paused.').waitFor()
  await expect.poll(() => isFocused(page)).toBe(true)
  await page.keyboard.type('bjk?')
  expect(await replyOn(page).inputValue()).toBe('bjk?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await page.getByText('Robin is replying.').waitFor()

  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.goto(`/inbox?conversation=${first}`)
  await page.getByText('Robin is replying.').waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('r')
  expect(await isFocused(page)).toBe(false)
  await page.getByText('Robin is replying.').waitFor()
  expect(alex.faults).toEqual([])
})

/** What the tabs of a context were asked to show, in place of the system, which shows nothing to a test. */
async function recordNotifications(context: BrowserContext): Promise<{ title: string; body: string; page: Page }[]> {
  const shown: { title: string; body: string; page: Page }[] = []
  await context.exposeBinding('noteNotification', ({ page }, title: string, body: string) => {
    shown.push({ title, body, page })
  })
  await context.addInitScript(() => {
    class Recorded extends EventTarget {
      static permission = 'default'
      static async requestPermission() {
        localStorage.setItem('test:allowed', 'yes')
        Recorded.permission = 'granted'
        return 'granted'
      }
      onclick: (() => void) | null = null
      constructor(title: string, { body }: { body: string }) {
        super()
        Reflect.set(window, 'lastNotification', this)
        Reflect.get(window, 'noteNotification')(title, body)
      }
      close() {}
    }
    if (localStorage.getItem('test:allowed')) Recorded.permission = 'granted'
    Reflect.set(window, 'Notification', Recorded)
  })
  return shown
}

/** Opens the inbox in a tab and waits until it is connected: a tab notifies of nothing that it only reads. */
async function openConnected(tab: Page): Promise<void> {
  const isReady = tab
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')))
  await tab.goto('/inbox')
  await isReady
  await rowOn(tab, /./).first().waitFor()
  await quiet(tab)
}

test('one of three tabs tells once of what is said, never of what is in front, and its notification opens it', async () => {
  await using mia = await visit({ as: 'Mia Member' })
  await using alex = await visit({ as: 'Alex Admin' })
  const shown = await recordNotifications(alex.context)
  const { page } = alex
  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Notify me about' }).click()
  await page.getByRole('option', { name: 'All conversations' }).click()
  await page.getByRole('switch', { name: 'Browser notifications' }).click()
  await page.getByText('Not allowed in this browser yet.').waitFor({ state: 'detached' })
  await quiet(page)
  expect(await barriersOn(page)).toEqual([])

  const tabs = [page, await alex.newPage(), await alex.newPage()]
  for (const tab of tabs) await openConnected(tab)
  const id = await ask(mia.page, 'count to 6')
  await expect.poll(() => shown.length).toBe(1)
  expect(shown[0]).toMatchObject({ title: 'Mia Member', body: 'count to 6' })

  const notifyingTab = shown[0]?.page ?? page
  await notifyingTab.evaluate(() => Reflect.get(window, 'lastNotification').onclick())
  await notifyingTab.waitForURL((url) => url.searchParams.get('conversation') === id)
  await notifyingTab.bringToFront()
  await notifyingTab.getByText('Robin is replying.').waitFor()
  await notifyingTab.keyboard.press('t')
  await notifyingTab.getByText('You’re replying. Robin is paused.').waitFor()

  // What waits for the person is counted in the title; the conversation in front is in no notification.
  await ask(mia.page, 'Are you there?', id)
  await expect.poll(() => notifyingTab.title()).toMatch(/^\(1\) /)
  await ask(mia.page, 'count to 7')
  await expect.poll(() => shown.map(({ body }) => body)).toEqual(['count to 6', 'count to 7'])
  expect([...alex.faults, ...mia.faults]).toEqual([])
})

test('a suggested reply fills an empty field, is offered beside what is written, and can be undone', async () => {
  await using mia = await visit({ as: 'Mia Member' })
  await using alex = await visit({ as: 'Alex Admin' })
  const id = await ask(mia.page, 'count to 8')
  const { page } = alex
  await page.goto(`/inbox?conversation=${id}`)
  const suggest = page.getByRole('button', { name: 'Suggest a reply' })
  await suggest.click()
  await page.getByText('Suggested by Robin. Read it before you send it.').waitFor()
  expect(await replyOn(page).inputValue()).toMatch(/^Thank you for your message\./)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await replyOn(page).inputValue()).toBe('')

  await replyOn(page).fill('Hello Mia,')
  await suggest.click()
  await page
    .getByRole('region', { name: 'Suggestion of Robin' })
    .getByText(/^Thank you/)
    .waitFor()
  expect(await replyOn(page).inputValue()).toBe('Hello Mia,')
  await quiet(page)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Add below' }).click()
  expect(await replyOn(page).inputValue()).toMatch(/^Hello Mia,\n\nThank you/)
  await page.keyboard.press('Control+Z')
  await expect.poll(() => replyOn(page).inputValue()).toBe('Hello Mia,')
  await page.keyboard.press('Enter')
  await page.getByText('You’re replying. Robin is paused.').waitFor()
  await rowOn(page, 'You: Hello Mia,').first().waitFor()

  // Anyone who talks with the teammate is told who answers.
  await mia.page.goto('/')
  await mia.page
    .getByRole('link', { name: /count to 8/i })
    .first()
    .click()
  await mia.page.getByText('Alex Admin is replying. Robin is paused.').waitFor()
  await page.getByRole('button', { name: /^Back to AI/ }).click()
  await mia.page.getByText('Alex Admin is replying. Robin is paused.').waitFor({ state: 'detached' })
  expect([...alex.faults, ...mia.faults]).toEqual([])
})

test('what a contact wrote is translated on demand by the person who has chosen that, and by nobody else', async () => {
  await using alex = await visit({ as: 'Alex Admin' })
  const { page } = alex
  const id = await ask(page, 'count to 9')
  await page.goto(`/inbox?conversation=${id}`)
  await page.getByText('1 2 3 4 5 6 7 8 9', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Translate' }).count()).toBe(0)
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Translate on demand' }).click()
  await quiet(page)
  await page.goto(`/inbox?conversation=${id}`)
  await page.getByRole('button', { name: 'Translate' }).click()
  await page.getByRole('region', { name: 'Translated' }).getByText('1 2 3 4 5 6 7 8 9').waitFor()
  await page.getByRole('button', { name: 'Hide the translation' }).click()
  await page.getByRole('region', { name: 'Translated' }).waitFor({ state: 'detached' })
  expect(alex.faults).toEqual([])
})
