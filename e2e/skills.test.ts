import { expect, test } from 'vitest'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a teammate is given a folder of skills, one is written in it, deleted and brought back', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('link', { name: /^Robin/ }).click()
  const tab = page.getByRole('navigation', { name: 'Teammate sections' }).getByRole('link', { name: 'Skills' })
  await tab.click()
  await page.getByText('No folder yet.').waitFor()
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Folder name' }).fill('How we work')
  await page.keyboard.press('Enter')
  await page.getByText('The teammate will be able to view this folder.').waitFor()
  await page.getByRole('button', { name: 'Use this folder' }).click()
  await page.getByText('No skills in this folder yet.').waitFor()

  await page.getByRole('button', { name: 'New skill' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Refund Orders')
  await page.getByRole('textbox', { name: 'Description' }).fill('For refunds: "who" gets what')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Give it a name of small letters').waitFor()
  await name.fill('refund-orders')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  // Where it is written on.
  await expect.poll(() => new URL(page.url()).searchParams.get('file')).toBe('How we work/refund-orders/SKILL.md')
  await page.getByText('# refund-orders').waitFor()

  await page.goBack()
  await page.getByText('For refunds: "who" gets what').waitFor()
  await page.getByRole('button', { name: 'Delete refund-orders' }).click()
  await page.getByText('No skills in this folder yet.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'refund-orders' }).waitFor()

  const storage = await person.newPage()
  await storage.goto('/storage')
  const { pathname } = new URL(page.url())
  expect(pathname).toMatch(/^\/staff\/ai\//)
  const renamed = await storage.evaluate(async () => {
    const { current_organization_id: id } = await (await fetch('/api/init/whoami')).json()
    const body = JSON.stringify({ path: 'How we work', new_name: 'Skills' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`/api/organizations/${id}/storage/folder/rename`, { method: 'POST', headers, body })).status
  })
  expect(renamed).toBe(200)
  await page.getByRole('main').getByRole('link', { name: 'Skills', exact: true }).last().waitFor()
  await page.getByText('How we work').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Stop using' }).click()
  await page.getByText('No folder yet.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'refund-orders' }).waitFor()
  expect(person.faults).toEqual([])
})

test('a member sees the skills of a teammate and changes none', async () => {
  await using member = await visit({ as: 'Mia Member', at: '/staff' })
  const { page } = member
  await page.getByRole('link', { name: /^Robin/ }).click()
  await page.getByRole('navigation', { name: 'Teammate sections' }).getByRole('link', { name: 'Skills' }).click()
  await page.getByText('View only.').waitFor()
  await page.getByRole('heading', { name: 'Skills folder' }).waitFor()
  for (const action of ['Choose a folder', 'Change', 'New skill', 'Stop using'])
    expect(await page.getByRole('button', { name: action }).count()).toBe(0)
  expect(member.faults).toEqual([])
})
