import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { quiet } from './quiet.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

const { visit } = await journeys({ TRUST_PROXY: '127.0.0.1' })

const listOn = (page: Page, name = 'Conversations') => page.getByRole('list', { name, exact: true })
const rowOf = (page: Page, name: string, list?: string) =>
  listOn(page, list).getByRole('link').filter({ hasText: name })
const gone = (page: Page, name: string, list?: string) => rowOf(page, name, list).waitFor({ state: 'detached' })

async function show(page: Page, what: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: what }).click()
}

async function putAway(page: Page, how: string): Promise<void> {
  await page.getByRole('button', { name: 'Resolve, snooze or spam' }).click()
  await page.getByRole('menuitem', { name: how }).click()
}

const bottomOf = async (control: Locator): Promise<number> => {
  const box = await control.boundingBox()
  return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
}

/** A customer by this name writes, and their conversation is in the list. */
async function customer(page: Page, name: string) {
  const visitors = await visitorsOf(page.request)
  const send = (message: string) => visitors.send({ external_id: name, first_name: name }, message)
  await send('count to 3')
  await rowOf(page, name).getByText('1 2 3').waitFor()
  return { send, open: () => rowOf(page, name).click() }
}

test('what is resolved leaves the list in every tab, and comes back when the customer writes again', async () => {
  await using owner = await visit({ at: '/inbox' })
  const { page, context } = owner
  const ida = await customer(page, 'Ida')
  const other = await context.newPage()
  await other.goto('/inbox')
  await rowOf(other, 'Ida').waitFor()

  await ida.open()
  await page.getByRole('button', { name: 'Resolve, snooze or spam' }).waitFor()
  await page.keyboard.press('e')
  await page.getByText('You resolved this.').waitFor()
  await gone(page, 'Ida')
  await gone(other, 'Ida')
  await other.getByRole('button', { name: 'Show resolved' }).click()
  await rowOf(other, 'Ida', 'Resolved').getByText('Resolved').waitFor()
  await other.getByText('Only for you, in this browser').waitFor()

  await page.reload()
  await page.getByText('You resolved this.').waitFor()
  await page.keyboard.press('?')
  for (const text of ['resolve for yourself', 'snooze for yourself', 'mark as spam for yourself'])
    await page.getByText(text).waitFor()
  await page.keyboard.press('Escape')
  await ida.send('count to 2')
  await rowOf(page, 'Ida').waitFor()
  await page.getByText('You resolved this.').waitFor({ state: 'detached' })
  await gone(other, 'Ida', 'Resolved')
  await other.getByText('Nothing is resolved').waitFor()
  expect(owner.faults).toEqual([])
})

test('a customer who wrote while nobody looked has come back, no matter who has the last word', async () => {
  await using owner = await visit({ at: '/inbox' })
  const { page } = owner
  const jonas = await customer(page, 'Jonas')
  await jonas.open()
  await putAway(page, 'Resolve')
  await gone(page, 'Jonas')
  await page.goto('/settings/profile')
  await jonas.send('count to 4')
  await page.goto('/inbox')
  await rowOf(page, 'Jonas').getByText('1 2 3 4').waitFor()
  // One’s own reply does not put it away again.
  await rowOf(page, 'Jonas').click()
  await page.getByRole('textbox', { name: /^Reply to / }).fill('Four it is')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Jonas').getByText('You: Four it is').waitFor()
  await page.reload()
  await rowOf(page, 'Jonas').getByText('You: Four it is').waitFor()
  expect(owner.faults).toEqual([])
})

test('what is snoozed comes back at its time, and snoozing is undone at once where it was a mistake', async () => {
  await using owner = await visit({ at: '/inbox' })
  const { page } = owner
  const kira = await customer(page, 'Kira')
  await kira.open()
  await page.getByRole('button', { name: 'Resolve, snooze or spam' }).waitFor()
  await page.keyboard.press('s')
  await page.getByText(/^You snoozed this until .*9:00/).waitFor()
  await gone(page, 'Kira')
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'Kira').waitFor()

  await putAway(page, 'Next week')
  await gone(page, 'Kira')
  // What says so covers nothing that can be pressed.
  const toast = toastOn(page, 'Snoozed for you')
  await toast.waitFor()
  const toastTop = (await toast.boundingBox())?.y
  expect(toastTop).toBeGreaterThan(await bottomOf(page.getByRole('button', { name: 'Reopen' })))
  expect(toastTop).toBeGreaterThan(await bottomOf(page.getByRole('button', { name: 'Take over' })))
  await show(page, 'Snoozed')
  await rowOf(page, 'Kira', 'Snoozed').waitFor()
  await page.clock.install({ time: Date.now() + 8 * 24 * 3_600_000 })
  await page.goto('/inbox')
  await rowOf(page, 'Kira').waitFor()
  expect(owner.faults).toEqual([])
})

test('spam stays away whatever is said in it, and is for nobody else', async () => {
  await using owner = await visit({ at: '/inbox' })
  await using colleague = await visit({ as: 'Mia Member', at: '/inbox' })
  const { page } = owner
  const lotte = await customer(page, 'Lotte')
  await lotte.open()
  await page.getByRole('button', { name: 'Resolve, snooze or spam' }).waitFor()
  await page.keyboard.press('!')
  await gone(page, 'Lotte')
  await lotte.send('count to 5')
  await rowOf(colleague.page, 'Lotte').getByText('1 2 3 4 5').waitFor()
  await page.locator('.markdown').getByText('1 2 3 4 5').waitFor()
  expect(await rowOf(page, 'Lotte').count()).toBe(0)
  await show(page, 'Spam')
  await rowOf(page, 'Lotte', 'Spam').waitFor()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await gone(page, 'Lotte', 'Spam')
  await show(page, 'Open')
  await rowOf(page, 'Lotte').waitFor()
  expect([...owner.faults, ...colleague.faults]).toEqual([])
})

test('where the browser denies storage a mark holds as long as the page', async () => {
  await using owner = await visit()
  const { page } = owner
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/inbox')
  const mona = await customer(page, 'Mona')
  await mona.open()
  await putAway(page, 'Resolve')
  await gone(page, 'Mona')
  await show(page, 'Resolved')
  await rowOf(page, 'Mona', 'Resolved').waitFor()
  await page.goto('/inbox')
  await rowOf(page, 'Mona').waitFor()
  expect(owner.faults).toEqual([])
})

test('on a phone too', async () => {
  await using owner = await visit({ at: '/inbox', viewport: phone })
  const { page } = owner
  const nora = await customer(page, 'Nora')
  await nora.open()
  await putAway(page, 'Tomorrow morning')
  await page.getByText(/^You snoozed this until/).waitFor()
  await quiet(page)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await show(page, 'Snoozed')
  await rowOf(page, 'Nora', 'Snoozed').waitFor()
  await quiet(page)
  expect(await barriersOn(page)).toEqual([])
  expect(owner.faults).toEqual([])
})
