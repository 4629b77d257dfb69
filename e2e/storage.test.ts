import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone } from './browser.ts'
import { gridOn, openFolder, rowOn } from './drive.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const shownNames = (page: Page) =>
  gridOn(page)
    .locator('tbody tr[aria-rowindex] td:nth-child(2) span[title]')
    .evaluateAll((names) => names.map((name) => name.getAttribute('title')))

test('a folder is gone through, renamed in, emptied and brought back by keyboard alone', async () => {
  await using person = await visit()
  const { page } = person
  const { names, folder } = await openFolder(page, ['one.md', 'two.md', 'deep/three.md'])
  await gridOn(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'deep', level: 1 }).waitFor()
  await rowOn(page, 'three.md').waitFor()
  await page.keyboard.press('Backspace')
  await rowOn(page, 'one.md').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  const name = page.getByRole('textbox', { name: 'New name' })
  await name.waitFor()
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await rowOn(page, 'first.md').waitFor()
  await expect.poll(() => names(folder)).toEqual(['deep', 'first.md', 'two.md'])
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.getByText('Nothing here yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(folder)).toEqual(['deep', 'first.md', 'two.md'])
  await expect.poll(() => shownNames(page)).toEqual(['deep', 'first.md', 'two.md'])
  expect(person.faults).toEqual([])
})

for (const [way, openMenu] of [
  ['a right click', (page: Page) => rowOn(page, 'one.md').click({ button: 'right' })],
  ['the button of the row', (page: Page) => page.getByRole('button', { name: 'Actions for one.md' }).click()],
  ['the keyboard', (page: Page) => page.keyboard.press('Shift+F10')],
] as const) {
  test(`renaming from the menu of ${way} leads into the name, and its keys stay there`, async () => {
    await using person = await visit()
    const { page } = person
    const { names, folder } = await openFolder(page, ['one.md', 'two.md'])
    await rowOn(page, 'one.md').click()
    await gridOn(page).focus()
    await rowOn(page, 'one.md').hover()
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const name = page.getByRole('textbox', { name: 'New name' })
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Delete')
    await page.keyboard.type('first')
    await page.keyboard.press('Enter')
    await rowOn(page, 'first.md').waitFor()
    await expect.poll(() => names(folder)).toEqual(['first.md', 'two.md'])
    expect(person.faults).toEqual([])
  })
}

test('entries are moved by dragging them onto a folder, and copied by the keys', async () => {
  await using person = await visit()
  const { page } = person
  const { names, folder } = await openFolder(page, ['a.md', 'b.md', 'into/c.md'])
  await rowOn(page, 'a.md').click()
  await rowOn(page, 'b.md').click({ modifiers: ['Shift'] })
  await rowOn(page, 'a.md').dragTo(rowOn(page, 'into'))
  await toastOn(page, '2 items moved to into').waitFor()
  await expect.poll(() => names(`${folder}/into`)).toEqual(['a.md', 'b.md', 'c.md'])
  await rowOn(page, 'into').dblclick()
  await rowOn(page, 'c.md').click()
  await page.keyboard.press('Control+C')
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('heading', { name: folder, level: 1 }).waitFor()
  await gridOn(page).focus()
  await page.keyboard.press('Control+V')
  await rowOn(page, 'c.md').waitFor()
  await expect.poll(() => names(folder)).toEqual(['c.md', 'into'])
  expect(person.faults).toEqual([])
})

test('entries are moved by a dialog that leads through the folders', async () => {
  await using person = await visit()
  const { page } = person
  const { names, folder } = await openFolder(page, ['x.md', 'near/y.md'])
  await rowOn(page, 'x.md').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move x.md' })
  await dialog.getByRole('button', { name: 'near' }).click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await expect.poll(() => names(`${folder}/near`)).toEqual(['x.md', 'y.md'])
  expect(person.faults).toEqual([])
})

test('what another person does is seen at once, and a folder that is renamed is followed', async () => {
  await using person = await visit()
  await using other = await visit({ as: 'Mia Member' })
  const { page } = person
  const storage = await openFolder(page, ['kept.md', 'gone.md', 'old.md'])
  const { folder } = storage
  await other.page.goto(`/storage?path=${encodeURIComponent(folder)}`)
  await rowOn(other.page, 'kept.md').waitFor()
  await storage.write(`${folder}/new.md`)
  await storage.remove(`${folder}/gone.md`)
  await storage.post('/folder/rename', { path: `${folder}/old.md`, new_name: 'renamed.md' })
  for (const tab of [page, other.page])
    await expect.poll(() => shownNames(tab)).toEqual(['kept.md', 'new.md', 'renamed.md'])
  await storage.post('/folder/rename', { path: folder, new_name: `${folder} moved` })
  for (const tab of [page, other.page]) {
    await tab.getByRole('heading', { name: `${folder} moved`, level: 1 }).waitFor()
    await expect.poll(() => shownNames(tab)).toHaveLength(3)
  }
  await storage.remove(`${folder} moved`)
  await page.getByText('Folder not found').waitFor()
  expect([...person.faults, ...other.faults]).toEqual([])
})

test('the trash shows where something was, gives it back, and erases it when that is confirmed', async () => {
  await using person = await visit()
  const { page } = person
  const storage = await openFolder(page, ['back.md', 'away.md'])
  const { folder, names } = storage
  for (const name of ['back.md', 'away.md']) await storage.remove(`${folder}/${name}`)
  await page.getByRole('link', { name: 'Trash' }).first().click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).filter({ hasText: folder })
  await row('back.md').getByRole('button', { name: 'Restore back.md' }).click()
  await expect.poll(() => names(folder)).toEqual(['back.md'])
  await row('back.md').waitFor({ state: 'detached' })
  await row('away.md').getByRole('button', { name: 'Delete away.md permanently' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await row('away.md').waitFor({ state: 'detached' })
  expect(person.faults).toEqual([])
})

test('a folder is given to a teammate, and its folders say through which they are shared', async () => {
  await using person = await visit()
  const { page } = person
  const { base, post, folder } = await openFolder(page, ['below/x.md'])
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${folder}` })
  await dialog.getByRole('button', { name: 'Add a teammate' }).click()
  await page.getByRole('option', { name: /Robin/ }).click()
  await dialog.getByRole('combobox', { name: 'Access for Robin' }).click()
  await page.getByRole('option', { name: 'Can edit' }).click()
  // Of two things that are open, Escape closes the upper one.
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await rowOn(page, 'below').dblclick()
  await page.getByRole('heading', { name: 'below', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  const inherited = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Robin' })
  await inherited.getByText('Can edit').waitFor()
  const { shares } = await (await page.request.get(`${base}/folder/share?path=${encodeURIComponent(folder)}`)).json()
  const { employee_id } = shares.find(({ name }: { name: string }) => name === 'Robin')
  await post('/folder/share', { path: folder, employee_id, permission: 'read' })
  await inherited.getByText('Can view').waitFor()
  await inherited.getByRole('link', { name: `Inherited from ${folder}` }).click()
  await page.getByRole('heading', { name: folder, level: 1 }).waitFor()
  expect(person.faults).toEqual([])
})

test('the dialog of a folder names no teammate missing before it knows them all', async () => {
  await using person = await visit()
  const { page } = person
  const { folder } = await openFolder(page, ['x.md'])
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  await page.route(/\/employees\/?(\?|$)/, async (route) => {
    await isSeen
    await route.continue()
  })
  await page.reload()
  const isShared = page.waitForResponse(/\/folder\/share\?/)
  await page.getByRole('button', { name: 'Share' }).click()
  await isShared
  const dialog = page.getByRole('dialog', { name: `Share ${folder}` })
  await dialog
    .getByText(/Loading|Ally/)
    .first()
    .waitFor()
  expect(await dialog.getByText('Already shared with every teammate.').count()).toBe(0)
  see()
  await dialog.getByRole('button', { name: 'Add a teammate' }).waitFor()
  expect(person.faults).toEqual([])
})

test('what is said in files is found by meaning and by its letters, and opened where it is', async () => {
  await using person = await visit({ at: '/storage' })
  const { page } = person
  await page.getByRole('searchbox', { name: 'Search in files' }).fill('refund')
  await page.getByRole('radio', { name: 'Exact text' }).click()
  const line = page.getByRole('button', { name: /We refund to the way of payment/ })
  await expect.poll(() => line.locator('mark').first().textContent()).toBe('refund')
  await line.click()
  await page.getByRole('heading', { name: 'Returns policy.md' }).waitFor()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain('We refund')
  await page.getByRole('button', { name: 'Back to the folder' }).click()
  await page.getByRole('radio', { name: 'Semantic' }).click()
  await page
    .getByRole('button', { name: /Returns policy.md/ })
    .first()
    .waitFor()
  expect(person.faults).toEqual([])
})

test('of hundreds of entries only those in sight are drawn, and the keys reach the last', async () => {
  await using person = await visit()
  const { page } = person
  const storage = await openFolder(page, ['first.md'])
  const makers = Array.from({ length: 8 }, async (_, maker) => {
    for (let n = maker; n < 300; n += 8) await storage.post('/folder', { name: `n ${n}`, path: storage.folder })
  })
  await Promise.all(makers)
  await expect.poll(() => gridOn(page).getAttribute('aria-rowcount')).toBe('302')
  expect(await page.locator('tbody tr').count()).toBeLessThan(120)
  await gridOn(page).focus()
  await page.keyboard.press('End')
  await rowOn(page, 'first.md').waitFor()
  // Letters are one word only if they come without a pause, as on a machine that is not busy.
  const find = async () => {
    await page.keyboard.press('End')
    await page.keyboard.type('n 299')
    return page.locator('tr[aria-selected=true] span[title]').getAttribute('title')
  }
  await expect.poll(find, { interval: 1_000 }).toBe('n 299')
  // On a phone the name has the room of the columns that are left out.
  await page.setViewportSize(phone)
  const name = rowOn(page, 'n 299').getByRole('gridcell').nth(1)
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(phone.width / 2)
  expect(person.faults).toEqual([])
})

test('of a long way its ends are shown, and every folder of it is a few steps away', async () => {
  await using person = await visit()
  const { page } = person
  const { folder } = await openFolder(page, ['one/two/three/four/note.md'])
  await page.goto(`/storage?path=${encodeURIComponent(`${folder}/one/two/three/four`)}`)
  const way = page.getByRole('navigation', { name: 'Where you are' })
  await way.getByRole('heading', { name: 'four' }).waitFor()
  expect(await way.getByRole('link').allTextContents()).toEqual(['Storage', '…', 'three'])
  await way.getByRole('link', { name: '…' }).click()
  await way.getByRole('heading', { name: 'two' }).waitFor()
  await way.getByRole('link', { name: 'one' }).click()
  await way.getByRole('link', { name: folder }).click()
  await rowOn(page, 'one').waitFor()
  expect(person.faults).toEqual([])
})

test('on a phone a touch opens, a box selects, and a file is read', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  const { names, folder } = await openFolder(page, ['inner/note.md', 'other.md'])
  await rowOn(page, 'inner').tap()
  const where = page.getByRole('heading', { name: 'inner', level: 1 })
  await where.waitFor()
  expect(await where.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth && clientWidth > 30)).toBe(
    true,
  )
  await rowOn(page, 'note.md').tap()
  await page.getByRole('heading', { name: 'note.md' }).waitFor()
  await page.getByRole('button', { name: 'Back to the folder' }).tap()
  await page.getByRole('link', { name: folder }).tap()
  await rowOn(page, 'other.md').getByRole('checkbox').tap()
  await rowOn(page, 'inner').getByRole('checkbox').tap()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).tap()
  await expect.poll(() => names(folder)).toEqual([])
  expect(person.faults).toEqual([])
})
