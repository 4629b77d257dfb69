import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desktop, phone } from './browser.ts'
import { gridOn, openFolder } from './drive.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

/** Where the text itself ends, whatever room its cell has. */
const endOfText = (place: Locator) =>
  place.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.querySelector('button')?.firstChild ?? element)
    return Math.round(range.getBoundingClientRect().right)
  })
const heightOf = async (place: Locator) => Math.round((await place.boundingBox())?.height ?? 0)
const colorOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color)

test('the headings of sizes and times end where their values end', async () => {
  await using person = await visit()
  const { page } = person
  await openFolder(page, ['one.md', 'two.md'])
  for (const name of ['Size', 'Modified']) {
    const heading = gridOn(page).getByRole('columnheader', { name })
    const index = await heading.evaluate((cell: HTMLTableCellElement) => cell.cellIndex)
    const value = gridOn(page)
      .locator(`tbody tr[aria-rowindex] td:nth-child(${index + 1})`)
      .first()
    await expect.poll(async () => (await endOfText(heading)) - (await endOfText(value)), { message: name }).toBe(0)
  }
})

test('the name of a personal assistant is not cut for the sake of its badge', async () => {
  await using person = await visit({ viewport: desktop, at: '/staff' })
  const { page } = person
  const name = page.getByRole('link', { name: /^Ally/ }).getByText('Ally', { exact: true })
  await name.waitFor()
  expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
})

test.for([
  ['desk', desktop],
  ['phone', phone],
] as const)('what is beside a field is as high as the field, on a %s', async ([, viewport]) => {
  await using person = await visit({ viewport })
  const { page } = person
  const { folder } = await openFolder(page, [])
  const header = page.getByRole('main')
  const field = header.getByRole('searchbox', { name: 'Search in files' })
  for (const name of ['New', 'Upload'])
    expect([name, await heightOf(header.getByRole('button', { name }).first())]).toEqual([name, await heightOf(field)])
  await page.goto(`/storage?path=${encodeURIComponent(folder)}`)
  const share = header.getByRole('button', { name: 'Share' })
  expect(await heightOf(share)).toBe(await heightOf(field))
  // Its icon alone would not say what it does, and only a phone has no room for more.
  const label = await share.getByText('Share').boundingBox()
  expect((label?.width ?? 0) > 20).toBe(viewport === desktop)
  await share.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Add a teammate').waitFor()
  expect(await dialog.locator('select').count()).toBe(0)
})

test('the navigation says where one is, also in a chat', async () => {
  await using person = await visit()
  const { page } = person
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')
  for (const [path, name] of [
    ['/', 'Chat'],
    ['/storage', 'Storage'],
    ['/staff', 'Teammates'],
    ['/settings/spending', 'Settings'],
  ] as const) {
    await page.goto(path)
    await expect.poll(() => current.allTextContents()).toEqual([name])
  }
})

test('to delete a teammate is red wherever it is', async () => {
  await using person = await visit()
  const { page } = person
  const danger = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('i'))
    sample.style.color = 'var(--danger)'
    const { color } = getComputedStyle(sample)
    sample.remove()
    return color
  })
  await page.goto('/staff')
  await page.getByRole('checkbox', { name: 'Select Robin' }).click()
  await expect.poll(() => colorOf(page.getByRole('button', { name: 'Delete', exact: true }))).toBe(danger)
  await page.getByRole('link', { name: 'Robin', exact: true }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect.poll(() => colorOf(page.getByRole('menuitem', { name: 'Delete' }))).toBe(danger)
})

test('an empty state is in the middle', async () => {
  for (const viewport of [desktop, phone]) {
    await using person = await visit({ viewport })
    const { page } = person
    await openFolder(page, [])
    for (const path of [page.url(), '/storage?path=Nowhere', '/nowhere']) {
      await page.goto(path)
      await expect.poll(() => offCenter(page), { message: path }).toBe(0)
    }
  }
})

/** By how many pixels an empty state is beside the middle of its room. */
async function offCenter(page: Page): Promise<number> {
  const empty = page.locator('[data-empty]')
  await empty.waitFor()
  return empty.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    const room = element.parentElement?.getBoundingClientRect()
    return room ? Math.abs(Math.round((left + right) / 2 - (room.left + room.right) / 2)) : -1
  })
}
