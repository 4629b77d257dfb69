import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { signInAs } from './browser.ts'
import { journeys } from './visit.ts'

const { server, visit } = await journeys()

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

/** A desktop app that waits on its own computer for the code. */
async function startDesktopApp() {
  const codes: string[] = []
  const listener = createServer((request, answer) => {
    const code = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('code')
    if (code) codes.push(code)
    answer.end('You can close this tab.')
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  onTestFinished(() => void listener.close())
  const verifier = 'made-of-random'.padEnd(43, '0')
  const query = {
    redirect_uri: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/done`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    device_name: 'Olga’s laptop',
  }
  return { codes, verifier, address: `/api/desktop-auth/authorize?${new URLSearchParams(query)}` }
}

test('a desktop app gets a session that its person can end, also where they have to sign in first', async () => {
  await using person = await visit({ as: null })
  const { page } = person
  const app = await startDesktopApp()
  await page.goto(app.address)
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: /Mia Member/ }).click()
  await page.getByText('Olga’s laptop asks to work with your account.').waitFor()
  expect(app.codes).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You can close this tab.').waitFor()
  const response = await fetch(`${server.base_url}/api/desktop-auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: app.codes[0], code_verifier: app.verifier }),
  })
  expect(response.status).toBe(200)
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const isSignedIn = async () =>
    (await (await fetch(`${server.base_url}/api/auth/status`, { headers: { cookie } })).json()).authenticated
  expect(await isSignedIn()).toBe(true)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'End the session in Olga’s laptop' }).click()
  await page.getByText('Session ended').first().waitFor()
  expect(await isSignedIn()).toBe(false)
  expect(person.faults).toEqual([])
})
