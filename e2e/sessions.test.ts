import { expect, test } from 'vitest'
import { signInAs } from './browser.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a session that is ended in another browser lands on the sign-in page at once', async () => {
  await using lost = await visit({ as: 'Mia Member' })
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

test('a desktop app is let in by its own page alone, and another account begins at the sign-in', async () => {
  await using person = await visit({ as: null })
  const { page, context } = person
  await signInAs(page, 'Alex Admin')
  const asked = (return_to: string, more: Record<string, string> = {}) =>
    `/desktop-auth/authorize?${new URLSearchParams({ return_to, consent_token: 'a&b', ...more })}`
  const hostile = ['https://evil.example/desktop-auth/authorize', '/desktop-auth/authorize?code=1', '/settings', '']
  for (const returnTo of hostile) {
    await page.goto(asked(returnTo))
    await page.getByRole('alert').getByText('Invalid request').waitFor()
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  }
  const returnTo = '/desktop-auth/authorize?device=1'
  await page.goto(asked(returnTo))
  await page.getByText('Desktop sync app asks to work with your account.').waitFor()
  await page.goto(asked(returnTo, { device_name: 'Olga’s laptop' }))
  await page.getByText('Olga’s laptop asks to work with your account.').waitFor()
  const gone = context.waitForEvent('request', (request) => request.url().includes('/api/desktop-auth/authorize'))
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(new URL((await gone).url()).search).toBe('?device=1&consent_token=a%26b')

  await page.goto(asked(returnTo))
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('select_account')).toBe('true')
  expect(JSON.parse(searchParams.get('state') ?? '')).toEqual({ desktopAuthReturnTo: returnTo })
  await page.goto(asked(returnTo))
  await page.waitForURL((url) => url.pathname === '/login')
  expect(person.faults).toEqual([])
})
