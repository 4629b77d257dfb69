import { expect, test } from 'vitest'
import { answerOn, send } from './chat.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a person signs in where they wanted to go, and out again', async () => {
  await using person = await visit({ as: null, at: '/settings/keys' })
  const { page } = person
  await page.getByRole('button', { name: 'Alex Admin' }).click()
  await page.waitForURL('**/settings/keys')
  await page.getByRole('button', { name: /Alex Admin/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login**')
  expect(person.faults).toEqual([])
})

test('a teammate is created, instructed, talked to, changed, set back, deleted and brought back', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('button', { name: 'New teammate' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nova')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/staff/ai/**')

  const instructions = page.getByRole('textbox', { name: 'Instructions' })
  await instructions.fill('Be brief.')
  await page.keyboard.press('Control+S')
  await toastOn(page, 'Saved').waitFor()
  await instructions.fill('Be wordy.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await toastOn(page, 'Version 2 restored').waitFor()
  await page.getByRole('link', { name: 'General' }).click()
  await expect.poll(() => instructions.inputValue()).toBe('Be brief.')

  await page.getByRole('link', { name: 'Chat', exact: true }).last().click()
  await send(page, 'count to 3')
  await expect.poll(() => answerOn(page)).toContain('1 2 3')

  await page.goto('/staff')
  await page.getByRole('checkbox', { name: 'Select Nova' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await toastOn(page, 'Nova was deleted').waitFor()
  await page.getByRole('link', { name: 'Nova' }).waitFor({ state: 'detached' })
  // By keyboard alone: one key leads to what was said, the next to what can be done about it.
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Nova' }).first().waitFor()
  await toastOn(page, 'Nova was deleted').waitFor({ state: 'detached' })

  // And once more, when nobody can undo it any more.
  await page.getByRole('checkbox', { name: 'Select Nova' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('link', { name: 'Nova', exact: true }).waitFor({ state: 'detached' })
  // They leave the list before the server knows, which says so.
  await toastOn(page, 'Nova was deleted').waitFor()
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore “Nova”' }).click()
  await page.getByText('No deleted teammates').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Nova' }).first().waitFor()
  expect(person.faults).toEqual([])
})

test('a member sees what is theirs: no platform, no keys, and the settings to read', async () => {
  await using person = await visit({ as: 'Mia Member', at: '/staff' })
  const { page } = person
  await page.getByRole('searchbox', { name: 'Find a teammate' }).waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: 'Recently deleted' }).count()).toBe(0)
  await page.goto('/settings/organization')
  expect(await page.getByRole('textbox', { name: 'Organization name' }).isEditable()).toBe(false)
  await page.goto('/settings/keys')
  await page.getByText('administrators').first().waitFor()
  expect(await page.getByRole('link', { name: 'Model catalog' }).count()).toBe(0)
})

test('what one administrator changes, another sees without loading again', async () => {
  await using one = await visit()
  await using other = await visit({ as: 'Mia Member' })
  await one.page.goto('/settings/organization')
  const name = one.page.getByRole('textbox', { name: 'Organization name' })
  await name.fill('Umbrella & Sons')
  await one.page.keyboard.press('Control+S')
  await other.page.getByText('Umbrella & Sons').first().waitFor()
  expect([...one.faults, ...other.faults]).toEqual([])
})

test('the portal speaks Russian, and remembers it', async () => {
  await using person = await visit({ language: 'ru', at: '/settings' })
  const { page } = person
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await page.getByRole('radio', { name: 'Русский' }).click()
  await page.getByRole('link', { name: 'Настройки' }).waitFor()
})
