import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const SECRET = 'sk-that-nobody-reads-again'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** Narrow screens show it elsewhere. */
const shownValue = (page: Page, name: string, value: string) =>
  row(page, name).getByText(value).filter({ visible: true })
const openNew = (page: Page) => page.getByRole('button', { name: 'New variable' }).first().click()

async function create(page: Page, name: string, value: string, kind: 'Public' | 'Secret' = 'Public') {
  await openNew(page)
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: kind }).click()
  await dialog.getByLabel('Value').fill(value)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a variable is created under a clean name, edited, deleted and brought back, and a colleague sees each of it at once', async () => {
  await using colleague = await visit({ as: 'Mia Member', at: '/settings/variables' })
  await colleague.page.getByText('No variables yet').waitFor()
  await using person = await visit({ at: '/settings' })
  const { page } = person
  await page.getByRole('link', { name: 'Variables' }).click()

  await openNew(page)
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  const name = dialog.getByLabel('Name')
  await name.pressSequentially('2nd shop-name')
  expect(await name.inputValue()).toBe('_2ndshopname')
  for (const key of ['Home', 'ArrowRight', '-', '9']) await name.press(key)
  expect(await name.inputValue()).toBe('_92ndshopname')
  await name.fill('role')
  await dialog.getByText('“role” is reserved. Choose another name.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await name.fill('SHOP_NAME')
  await dialog.getByLabel('Value').fill('Corner Books')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await shownValue(page, 'SHOP_NAME', 'Corner Books').waitFor()
  await shownValue(colleague.page, 'SHOP_NAME', 'Corner Books').waitFor()

  await page.getByRole('button', { name: 'SHOP_NAME' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit SHOP_NAME' })
  expect(await edit.getByLabel('Value').inputValue()).toBe('Corner Books')
  expect(await edit.getByLabel('Name').count()).toBe(0)
  await edit.getByText('Nothing you have access to uses it.').waitFor()
  await edit.getByLabel('Value').fill('Harbour Books')
  await edit.getByRole('button', { name: 'Save' }).click()
  await shownValue(colleague.page, 'SHOP_NAME', 'Harbour Books').waitFor()

  const { current_organization_id } = await (await page.request.get('/api/init/whoami')).json()
  const data = { name: 'Shopkeeper', instructions: 'You work at {{SHOP_NAME}}.' }
  await page.request.post(`/api/organizations/${current_organization_id}/employees`, { data })
  await page.getByRole('button', { name: 'SHOP_NAME' }).click()
  await edit.getByRole('link', { name: 'Shopkeeper' }).click()
  await page.getByRole('heading', { name: 'Shopkeeper' }).first().waitFor()
  await page.goBack()

  await create(page, 'SECOND', 'x')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click()
  await toastOn(page, '2 variables were deleted').waitFor()
  await colleague.page.getByText('No variables yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(colleague.page, 'SHOP_NAME').waitFor()
  await row(page, 'SECOND').waitFor()

  await page.getByRole('searchbox', { name: 'Find a variable' }).fill('second')
  await row(page, 'SHOP_NAME').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Select SECOND' }).click()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
  await row(colleague.page, 'SECOND').waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: 'Restore “SECOND”' }).click()
  await row(colleague.page, 'SECOND').waitFor()
  expect([...person.faults, ...colleague.faults]).toEqual([])
})

test('a secret is masked on the page, in the document and in every answer of the server', async () => {
  await using person = await visit({ as: 'Mia Member' })
  const { page } = person
  const answers: Promise<string>[] = []
  page.on('response', (response) => answers.push(response.text().catch(() => '')))
  await page.goto('/settings/variables')
  await create(page, 'ORDERS_API_KEY', SECRET, 'Secret')
  await shownValue(page, 'ORDERS_API_KEY', '••••••••').waitFor()
  await page.getByRole('button', { name: 'ORDERS_API_KEY' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit ORDERS_API_KEY' })
  expect(await edit.getByLabel('New value').inputValue()).toBe('')
  expect(await edit.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await edit.getByLabel('New value').fill(`${SECRET}-2`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.reload()
  await shownValue(page, 'ORDERS_API_KEY', '••••••••').waitFor()
  expect(await page.content()).not.toContain(SECRET)
  const bodies = await Promise.all(answers)
  expect(bodies.some((body) => body.includes('ORDERS_API_KEY'))).toBe(true)
  for (const body of bodies) expect(body).not.toContain(SECRET)

  await openNew(page)
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  await dialog.getByLabel('Name').fill('ORDERS_API_KEY')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('There is already a variable named "ORDERS_API_KEY"').waitFor()
  expect(person.faults).toEqual([])
})
