import { expect, test } from 'vitest'
import { z } from 'zod'
import { journeys } from './visit.ts'

const { visit } = await journeys()

const WhoAmI = z.object({ current_organization_id: z.string() })
const People = z.object({ data: z.array(z.object({ id: z.string(), name: z.string().nullable() })) })

test('an owner makes someone an administrator, removes them and takes it back', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('link', { name: 'People' }).click()
  const mia = page.getByRole('row').filter({ hasText: 'member@alongside.test' })
  await mia.getByText('Support', { exact: true }).waitFor()
  // An owner is in no group, and sees every teammate.
  await page.getByRole('row').filter({ hasText: 'admin@alongside.test' }).getByText('All teammates').waitFor()
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('alex')
  await mia.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('')

  await mia.getByRole('combobox', { name: 'Role of Mia Member' }).click()
  await page.getByRole('option', { name: 'Administrator' }).click()
  await page.getByText('Mia Member is now an administrator').first().waitFor()
  await mia.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Member', exact: true }).click()
  await page.getByText('Mia Member is now a member').first().waitFor()

  await mia.getByRole('button', { name: 'Remove Mia Member' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await mia.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await mia.getByText('Support', { exact: true }).waitFor()

  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByText('Remove Mia Member?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  expect(person.faults).toEqual([])
})

test('the last owner is told why they cannot leave', async () => {
  await using person = await visit({ at: '/staff/people' })
  const { page } = person
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page
    .getByText(/needs at least one owner/)
    .first()
    .waitFor()
  expect(person.faults).toEqual([])
})

test('a removed person continues in an organization of their own at once, and switches back when restored', async () => {
  await using owner = await visit()
  const api = owner.page.context().request
  const organization = WhoAmI.parse(await (await api.get('/api/init/whoami')).json()).current_organization_id
  const users = `/api/organizations/${organization}/users`
  const { data } = People.parse(await (await api.get(users)).json())
  const mia = data.find(({ name }) => name === 'Mia Member')?.id
  await using member = await visit({ as: 'Mia Member', at: '/staff' })
  const { page } = member
  await page.getByRole('link', { name: 'Robin', exact: false }).first().waitFor()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByText('admin@alongside.test').waitFor()

  expect((await api.delete(`${users}/${mia}`)).status()).toBe(200)
  await page.getByText('admin@alongside.test').waitFor({ state: 'detached' })
  await page.getByText('member@alongside.test').first().waitFor()

  expect((await api.put(`/api/organizations/${organization}`, { data: { name: 'The bakery' } })).status()).toBe(200)
  expect((await api.post(`${users}/bulk-restore`, { data: { ids: [mia] } })).status()).toBe(200)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitemradio', { name: 'The bakery' }).click()
  await page.waitForURL(/\/chat\//)
  await page.getByRole('link', { name: 'Teammates', exact: true }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByText('admin@alongside.test').waitFor()
  expect(member.faults).toEqual([])
})

test('people are put into an access group where groups are made', async () => {
  await using person = await visit({ at: '/settings/access-groups' })
  const { page } = person
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bakers')
  await dialog
    .getByRole('group', { name: 'People' })
    .getByText(/^Mia Member/)
    .click()
  await dialog
    .getByRole('group', { name: 'Teammates' })
    .getByText(/^Robin/)
    .click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Bakers' })
  await row.getByText('1 person · Robin').waitFor()
  await page.goto('/staff/people')
  await page.getByText('Bakers, Support').waitFor()
  expect(person.faults).toEqual([])
})
