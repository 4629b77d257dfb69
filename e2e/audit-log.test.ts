import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('an administrator sees who changed what, narrows it down and takes it away as a file', async () => {
  await using person = await visit({ at: '/settings/organization' })
  const { page } = person
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Renamed for the log')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: 'Audit log' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'changed the organization’s settings' }).first()
  await entry.getByText('Details').click()
  await entry.getByText('Renamed for the log').waitFor()
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Signed in' }).click()
  await page.getByText('changed the organization’s settings').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show only Alex Admin' }).first().click()
  await page.getByRole('button', { name: /^Only Alex Admin/ }).waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines.slice(1).every((line) => line.includes('user.signed_in,Alex Admin'))).toBe(true)
  expect(lines.length).toBeGreaterThan(1)

  await page.getByRole('button', { name: /^Only Alex Admin/ }).click()
  await page.getByLabel('To').fill('2020-01-01')
  await page.getByText('No entries match the filter.').waitFor()
  expect(person.faults).toEqual([])
})

test('a member who follows a link to the audit log is told whom to ask', async () => {
  await using person = await visit({ as: 'Mia Member', at: '/settings/audit-log' })
  await person.page.getByText('For administrators').waitFor()
  expect(person.faults).toEqual([])
})
