import { expect, test } from 'vitest'
import { signInAs } from './browser.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a session that is ended in another browser lands on the sign-in page at once', async () => {
  await using lost = await visit({ as: 'Mia Member' })
  await lost.page.goto('/')
  await using person = await visit({ as: null })
  const { page } = person
  await signInAs(page, 'Mia Member')
  await page.goto('/settings')
  const others = page.getByRole('button', { name: /^End the session in / })
  await others.first().waitFor()
  await page.getByText('This browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await others.first().waitFor({ state: 'detached' })
  await lost.page.waitForURL((url) => url.pathname === '/login')
  await page.reload()
  await page.getByText('This browser', { exact: true }).waitFor()
  expect(person.faults).toEqual([])
})
