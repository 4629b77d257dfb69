import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

// Each visitor has an address of their own: an address may begin a few conversations an hour.
const { visit } = await journeys({ TRUST_PROXY: '127.0.0.1' })

const searchOn = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' })
const foundOn = (page: Page) => page.getByRole('list', { name: 'Found conversations' }).getByRole('link')
const marksOn = (page: Page) => foundOn(page).locator('mark').allTextContents()

test('words lead to the message they stand in, and two contacts who are one person become one, and two again', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  const visitors = await visitorsOf(page.request)
  const vera = { external_id: 'vera', first_name: 'Vera', email: 'vera@example.com' }
  await visitors.send(vera, 'Good morning!')
  await visitors.send(vera, 'Is the turquoise kettle in stock?')
  for (let n = 0; n < 18; n += 1) await visitors.send(vera, `And what about number ${n}?\n${'\n'.repeat(6)}Well?`)
  await visitors.send({ external_id: 'crm-4711', phone: '+44 20 7946 0000' }, 'Где мой бирюзовый чайник?')

  await page.goto('/inbox')
  await page.getByRole('navigation', { name: 'View' }).waitFor()
  await searchOn(page).fill('tu')
  await page.getByText('Type at least 3 characters.').waitFor()
  await searchOn(page).fill('KETTLE turq')
  await expect.poll(() => marksOn(page)).toEqual(['turq', 'kettle'])
  expect(await barriersOn(page)).toEqual([])
  await foundOn(page).click()
  const message = page.getByRole('listitem').getByText('Is the turquoise kettle in stock?')
  await expect.poll(async () => (await message.boundingBox())?.y ?? 0).toBeGreaterThan(100)
  await page.reload()
  await expect.poll(() => marksOn(page)).toEqual(['turq', 'kettle'])
  await searchOn(page).fill('бирюз')
  await expect.poll(() => marksOn(page)).toEqual(['бирюз'])
  await searchOn(page).fill('nobody said this')
  await page.getByText('Nothing found').waitFor()
  await searchOn(page).press('Escape')
  await page.getByRole('navigation', { name: 'View' }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe(null)
  await searchOn(page).fill('crm-47')
  await foundOn(page).click()

  await using other = await visit({ at: '/contacts?q=7946' })
  await other.page.getByRole('table', { name: 'Contacts' }).getByRole('link').click()
  await other.page.getByText('ID crm-4711').waitFor()

  await page.goto('/contacts?q=vera')
  await page.getByRole('link', { name: 'Vera' }).click()
  await page.getByRole('button', { name: 'Merge with…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Find a contact' }).fill('7946')
  await dialog.getByRole('list', { name: 'Contacts' }).getByRole('button').click()
  await dialog.getByText('Merge these contacts?').waitFor()
  await dialog.getByText('vera@example.com').waitFor()
  await dialog.getByText('+442079460000').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await toastOn(page, /is part of Vera now$/).waitFor()
  await page.getByText('ID crm-4711').waitFor()
  expect(await barriersOn(page)).toEqual([])
  // Anyone who had the other contact open follows it.
  await other.page.getByRole('heading', { name: 'Vera', exact: true }).waitFor()

  const merged = other.page.getByRole('list', { name: 'Merged contacts' })
  await merged.getByRole('button', { name: /^Undo/ }).click()
  await toastOn(other.page, /is a contact again$/).waitFor()
  await merged.waitFor({ state: 'detached' })
  await page.getByText('ID crm-4711').waitFor({ state: 'detached' })
  expect([...person.faults, ...other.faults]).toEqual([])
})
