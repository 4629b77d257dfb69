import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { API_KEY, startCustomerApi } from '../server/src/testing/doubles/customer-api.ts'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

const WhoAmI = z.object({ current_organization_id: z.string() })

test('an admin makes tools of an API from its document, and chooses others later', async () => {
  await using api = await startCustomerApi()
  await using person = await visit()
  const { page } = person
  const whoami = await page.context().request.get('/api/init/whoami')
  const organization = WhoAmI.parse(await whoami.json()).current_organization_id
  const variable = { placeholder: 'API_KEY', value: API_KEY, is_secret: true }
  await page.context().request.post(`/api/organizations/${organization}/variables`, { data: variable })

  await page.goto('/settings/connectors')
  await page.getByRole('button', { name: 'New connector' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'API' }).click()
  const document = dialog.getByLabel('OpenAPI document')
  await document.fill('swagger: "1.2"')
  await dialog.getByRole('button', { name: 'Read the document' }).click()
  await dialog.getByText('This is not an OpenAPI document of version 2 or 3').waitFor()
  expect(await barriersOn(page)).toEqual([])

  const file = join(tmpdir(), `customers-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(api.document))
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles(file)
  await dialog.getByRole('button', { name: 'Read the document' }).click()
  await dialog.getByText('GET /customers/{id}', { exact: true }).waitFor()
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Customers')
  expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(api.url)
  await dialog.getByText('Can’t be a tool. It is reached at an address of its own, https://other.example.').waitFor()
  await dialog.getByRole('textbox', { name: 'Value of X-Api-Key' }).fill('{{API_KEY}}')
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'GET /customers', exact: true }).click()
  await dialog.getByLabel('Find an operation').fill('show a customer')
  await dialog.getByRole('checkbox', { name: 'The one shown' }).click()
  await dialog.getByText(/^2 of 8 chosen · about \d+ tokens/).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Customers saved').waitFor()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Customers' }) })
  await row.getByText('2 tools').waitFor()
  await row.getByRole('button', { name: 'Tools of Customers' }).click()
  await row.getByText('get_customers_id', { exact: true }).waitFor()

  await row.getByRole('button', { name: 'More actions for Customers' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Customers' })
  expect(await edit.getByRole('checkbox', { name: 'GET /customers', exact: true }).isChecked()).toBe(true)
  await edit.getByRole('checkbox', { name: 'DELETE /customers/{id}' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await row.getByText('3 tools').waitFor()
  await row.getByText('deleteCustomer', { exact: true }).waitFor()
})

test('of an API with more operations than a list has room for, all are found by searching', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto('/settings/connectors')
  await page.getByRole('button', { name: 'New connector' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'API' }).click()
  const paths = Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`/things/${n}`, { get: {} }]))
  await dialog.getByLabel('OpenAPI document').fill(JSON.stringify({ openapi: '3.1.0', paths }))
  await dialog.getByRole('button', { name: 'Read the document' }).click()
  await dialog.getByText('The first 500 of 1,200. Search to find the others.').waitFor()
  const last = dialog.getByRole('checkbox', { name: 'GET /things/1199', exact: true })
  expect(await last.count()).toBe(0)
  await dialog.getByLabel('Find an operation').fill('things/1199')
  await last.click()
  await dialog.getByText(/^1 of 1,200 chosen/).waitFor()
})
