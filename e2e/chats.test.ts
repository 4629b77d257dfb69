import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answerOn, composerOn, newChat, send, talk } from './chat.ts'
import { AGAIN } from './send-again.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const rail = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const stop = (page: Page) => page.getByRole('button', { name: 'Stop the answer' })
const heading = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 })

/** The field takes a moment to come; what is typed before it is there goes elsewhere. */
async function rename(page: Page, from: string, to: string, end = 'Enter'): Promise<void> {
  await heading(page, from).getByRole('button').click()
  await page.getByRole('textbox', { name: 'Title' }).fill(to)
  await page.keyboard.press(end)
}

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page
    .locator('header')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a chat is first in the rail of every tab as soon as something is said in it, under the name it is given', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 3')
  await talk(page, 'count to 4')
  const second = await person.newPage()
  await second.goto(page.url())
  await rename(page, 'count to 4', 'Counting', 'Enter')
  await heading(second, 'Counting').waitFor()
  await rail(second).getByRole('link', { name: 'count to 3' }).click()
  await heading(second, 'count to 3').waitFor()
  await send(second, 'count to 5')
  for (const tab of [page, second]) {
    const first = async () => (await rail(tab).getByRole('link').allTextContents()).slice(0, 2)
    await expect.poll(first).toEqual([expect.stringContaining('count to 3'), expect.stringContaining('Counting')])
  }
  expect(person.faults).toEqual([])
})

test('Escape leaves a title as it was', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 6')
  await rename(page, 'count to 6', 'Never mind', 'Escape')
  await heading(page, 'count to 6').waitFor()
})

test('a deleted chat is gone at once in every tab, and comes back when that is undone', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 7')
  const second = await person.newPage()
  await second.goto(page.url())
  await heading(second, 'count to 7').waitFor()
  await chooseInMenu(page, 'Delete')
  await second.getByText('Chat not found').waitFor()
  for (const tab of [page, second]) await expect.poll(() => rail(tab).getByText('count to 7').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const tab of [page, second]) {
    await heading(tab, 'count to 7').waitFor()
    await rail(tab).getByText('count to 7').waitFor()
  }
})

test('a chat that was deleted long ago is found, restored and opened; one of another person is not', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 11')
  await chooseInMenu(page, 'Delete')
  await expect.poll(() => rail(page).getByText('count to 11').count()).toBe(0)
  // It leaves the list before the server knows, which says so.
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.reload()
  const trash = page.getByRole('dialog', { name: 'Recently deleted' })
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  await trash.getByRole('button', { name: 'Restore “count to 11”' }).click()
  await trash.getByText('count to 11').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await heading(page, 'count to 11').waitFor()
  await rail(page).getByText('count to 11').waitFor()
  await trash.waitFor({ state: 'detached' })
  expect(person.faults).toEqual([])

  await chooseInMenu(page, 'Delete')
  await using other = await visit({ as: 'Mia Member' })
  await other.page.getByRole('button', { name: 'Recently deleted' }).click()
  await other.page.getByText('No deleted chats').waitFor()
})

test('Escape in the composer stops the answer, and what was written of it stays', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'slowly count to 300')
  await expect.poll(() => answerOn(page)).toMatch(/\b5\b/)
  await composerOn(page).press('Escape')
  await stop(page).waitFor({ state: 'detached' })
  expect(await answerOn(page)).toMatch(/\b5\b/)
})

test('files survive a sending that failed and go along when it is tried again; what is too large is named', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 8')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('remember') },
  ])
  await toastOn(page, '“film.bin” is larger than 10 MB.').waitFor()
  await page.route('**/messages', (route) => route.abort())
  await composerOn(page).press('Enter')
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute('**/messages')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => page.getByRole('link', { name: 'note.txt' }).getAttribute('href')).toMatch(/^\/shared\//)
})

test('what is being written waits in its own chat, and arrow keys bring back what was sent', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 9')
  const place = page.url()
  await composerOn(page).press('ArrowUp')
  expect(await composerOn(page).inputValue()).toBe('count to 9')
  await composerOn(page).press('ArrowDown')
  await composerOn(page).pressSequentially('one')
  await composerOn(page).press('Shift+Enter')
  await composerOn(page).pressSequentially('two')
  await newChat(page)
  await expect.poll(() => composerOn(page).inputValue()).toBe('')
  await page.goto(place)
  await expect.poll(() => composerOn(page).inputValue()).toBe('one\ntwo')
})

test('@ names a teammate by keyboard where the caret is', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await composerOn(page).pressSequentially('Ask  now')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('@rob')
  await page.getByRole('option', { name: 'Robin' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await composerOn(page).inputValue()).toBe('Ask @Robin  now')
})

test('a search finds a word within a message, and Enter opens the chat at that message', async () => {
  await using person = await visit()
  const { page } = person
  const answers = () => page.getByRole('button', { name: 'Copy' }).count()
  await talk(page, 'count to 12')
  const place = new URL(page.url()).searchParams.get('conversation')
  await send(page, 'Is there a zeppelin over the harbour?')
  await expect.poll(answers).toBe(2)
  await send(page, 'write 900 words')
  await expect.poll(answers).toBe(3)
  await talk(page, 'count to 11')
  await page.getByLabel('Search chats').fill('zeppelin over')
  await page
    .getByRole('option', { name: /zeppelin/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('conversation') === place)
  const message = page.locator('ol').getByText('Is there a zeppelin over the harbour?', { exact: true })
  await expect.poll(() => message.evaluate((text) => text.getBoundingClientRect().top)).toBeGreaterThan(0)
})

test('a name that is given while another tab is still reading is not undone by what it reads', async () => {
  await using person = await visit()
  const { page } = person
  await talk(page, 'count to 14')
  const second = await person.newPage()
  const renamed = Promise.withResolvers<void>()
  const read = new Set<string>()
  const socket = second.waitForEvent('websocket')
  // Whatever was read before the name was given arrives after it.
  for (const path of ['**/messages?*', '**/internal-chat/conversations?*'])
    await second.route(path, async (route) => {
      const response = await route.fetch(AGAIN)
      read.add(path)
      await renamed.promise
      await route.fulfill({ response })
    })
  await second.goto(page.url())
  await expect.poll(() => read.size).toBe(2)
  const received = (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes('Fourteen'))
  await rename(page, 'count to 14', 'Fourteen', 'Enter')
  await rail(page).getByRole('link', { name: 'Fourteen' }).waitFor()
  await received
  renamed.resolve()
  await heading(second, 'Fourteen').waitFor()
  await rail(second).getByRole('link', { name: 'Fourteen' }).waitFor()
})

test('the chat says who can read it, and that is who reads it', async () => {
  await using member = await visit({ as: 'Mia Member' })
  await using owner = await visit({ at: '/inbox' })
  const { page } = member
  await page.getByText('Only you can read this chat.').waitFor()
  await newChat(page)
  await send(page, 'count to 2 for me alone')
  await expect.poll(() => answerOn(page)).toContain('1 2')
  await page
    .getByRole('button', { name: /Switch teammate/ })
    .first()
    .click()
  await page.getByRole('option', { name: /^Robin/ }).click()
  await page.getByText('People with access to Robin can read this chat.').waitFor()
  await send(page, 'count to 3 for all of us')
  await expect.poll(() => answerOn(page)).toContain('1 2 3')
  await page.getByText('People with access to Robin can read this chat.').waitFor()

  const list = owner.page.getByRole('list', { name: 'Conversations' })
  await list.getByRole('link').filter({ hasText: '1 2 3' }).first().click()
  await owner.page.getByText('count to 3 for all of us').first().waitFor()
  expect(await owner.page.getByText('for me alone').count()).toBe(0)
  expect([...member.faults, ...owner.faults]).toEqual([])
})
