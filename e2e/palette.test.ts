import { expect, test } from 'vitest'
import { phone } from './browser.ts'
import { newChat, send } from './chat.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('the palette is a button in sight, and leads to files, the trash and a new chat', async () => {
  await using person = await visit()
  const { page } = person
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const open = () => page.getByRole('button', { name: /^Command palette/ }).click()
  const choose = async (wanted: string, name: string | RegExp) => {
    await open()
    await palette.getByRole('combobox').fill(wanted)
    await palette.getByRole('option', { name }).click()
    await palette.waitFor({ state: 'detached' })
  }
  await choose('returns', /Returns policy\.md/)
  await page.getByRole('heading', { name: 'Returns policy.md' }).waitFor()
  await choose('trash', 'Trash')
  await page.waitForURL((url) => url.searchParams.get('view') === 'trash')
  await choose('new chat', /^Start a new chat/)
  await page.waitForURL((url) => url.searchParams.get('conversation') === 'new')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(person.faults).toEqual([])
})

test('on a phone no keys are named', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('button', { name: /^Command palette/ }).click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('theme')
  await palette.getByRole('option').first().waitFor()
  await palette.getByRole('combobox').fill('keyboard')
  await palette.getByRole('option').first().waitFor({ state: 'detached' })
  expect(await page.locator('kbd').count()).toBe(0)
  await page.goto('/settings')
  await page.getByRole('switch').first().waitFor()
  expect(await page.getByRole('switch', { name: /single/i }).count()).toBe(0)
  expect(person.faults).toEqual([])
})

test('the palette leads to every tab that the pages have', async () => {
  await using person = await visit()
  const { page } = person
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const places = {
    '/staff': 'Kinds of teammates',
    '/settings': 'Settings sections',
    '/logs': 'Log sections',
    '/admin/models': 'Model catalog sections',
  }
  for (const [place, name] of Object.entries(places)) {
    await page.goto(place)
    const tabs = page.getByRole('navigation', { name }).getByRole('link')
    await tabs.first().waitFor()
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    const labels = await tabs.allTextContents()
    expect(labels.length).toBeGreaterThan(1)
    for (const label of labels) {
      const address = await tabs.filter({ hasText: label }).first().getAttribute('href')
      await page.getByRole('button', { name: /^Command palette/ }).click()
      await palette.getByRole('combobox').fill(`${title} ${label}`)
      await palette.getByRole('option', { name: `${title}: ${label}`, exact: true }).click()
      await page.waitForURL((url) => url.pathname === address)
      await page.goto(place)
    }
  }
  expect(person.faults).toEqual([])
})

test('what is found while one reads the palette moves nothing that is in it already', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  // Its title has no such word: the chat is found by what was said in it.
  await send(page, `${'Who is on holiday this week? '.repeat(8)}Is it Robin?`)
  await page
    .getByRole('link', { name: /^Who is on holiday/ })
    .first()
    .waitFor()
  const { promise: isMeasured, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/conversations\/search/, async (route) => {
    await isMeasured
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('listbox')
  await palette.waitFor()
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Robin')
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const teammate = palette.getByRole('option', { name: /^Chat with Robin/ })
  const before = await teammate.boundingBox()
  goOn()
  await palette.getByRole('option', { name: /^Who is on holiday/ }).waitFor()
  expect(await teammate.boundingBox()).toEqual(before)
  expect(person.faults).toEqual([])
})

test('a member finds in it what is theirs, on a phone too', async () => {
  await using person = await visit({ as: 'Mia Member', viewport: phone })
  const { page } = person
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('button', { name: /^Command palette/ }).click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('settings')
  await palette.getByRole('option', { name: 'Settings: Organization' }).waitFor()
  expect(await palette.getByRole('option', { name: /keys|vendors|Model catalog/ }).count()).toBe(0)
  await palette.getByRole('option', { name: 'Settings: Organization' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(person.faults).toEqual([])
})

test('the palette is called the same where it is opened and where it is open', async () => {
  await using person = await visit({ language: 'ru' })
  const { page } = person
  await page.getByRole('button', { name: /^Палитра команд \(/ }).click()
  await page.getByRole('dialog', { name: 'Палитра команд', exact: true }).waitFor()
  expect(person.faults).toEqual([])
})
