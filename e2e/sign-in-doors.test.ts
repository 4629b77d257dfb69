import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startOpenIdProvider } from '../server/src/testing/doubles/openid/provider.ts'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { processJourneys } from './visit.ts'

const provider = await startOpenIdProvider({ app_url: 'http://127.0.0.1' })
const { issuer, client_id, client_secret } = provider
/** An image can run nothing, whatever it says. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="document.title=1"><script>document.title=1</script><circle cx="4" cy="4" r="4" fill="teal"/></svg>'
const { server, visit } = await processJourneys({
  TRUST_PROXY: '127.0.0.1',
  LOCAL_DEV_AUTH_ENABLED: 'false',
  AUTH_SERVER_ISSUER: issuer,
  AUTH_SERVER_CLIENT_ID: client_id,
  AUTH_SERVER_CLIENT_SECRET: client_secret,
  AUTH_SERVER_PROVIDERS: JSON.stringify([{ id: 'company', label: 'Company', icon_svg: icon }]),
  IDPA_URL: issuer,
  IDPA_CLIENT_ID: client_id,
  IDPA_CLIENT_SECRET: client_secret,
  MSGR_LOGIN_URL: issuer,
  MSGR_LOGIN_CLIENT_ID: client_id,
  MSGR_LOGIN_CLIENT_SECRET: client_secret,
})
provider.serve(server.base_url)
afterAll(() => provider[Symbol.asyncDispose]())
afterEach(() => provider.be('well'))

/** The seeded administrator, as the provider knows them. */
provider.account(
  {
    email: 'admin@alongside.test',
    email_verified: true,
    name: 'Alex Admin',
    id: 4_200_001,
    preferred_username: 'alex',
  },
  'alex',
)
provider.account({ email: 'nobody@alongside.test', email_verified: false }, 'nobody')

const failure = 'Sign-in didn’t complete. Please try again.'

let visitors = 0

/** Someone who is not signed in, from an address of their own: signing in is limited by it. */
async function comeBy(how: Parameters<typeof visit>[0] = {}) {
  const person = await visit({ ...how, as: null })
  await person.context.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${++visitors}` })
  return person
}

/** Fills in the provider's own form. */
async function signInThere(page: Page, as = 'alex'): Promise<void> {
  await page.waitForURL((url) => url.origin === issuer)
  await page.locator('input[name=login]').fill(as)
  await page.locator('input[name=password]').fill('any')
  await page.locator('form button[type=submit]').click()
}

test('who opens a page signs in at the one provider and is on that page', async () => {
  await using person = await comeBy()
  const { page } = person
  await page.goto('/storage?path=Contracts')
  await signInThere(page)
  await page.waitForURL(`${server.base_url}/storage?path=Contracts`)
  await page.getByRole('heading', { name: 'Contracts' }).first().waitFor()
  // What another process logs arrives after what it answers.
  await expect.poll(() => server.log().match(/api\/auth\/auth-server\/callback/g)).toHaveLength(1)
  expect(person.faults).toEqual([])
})

test('who logs out is logged out at the provider too, and is asked again by both', async () => {
  await using person = await comeBy()
  const { page } = person
  await page.goto('/settings')
  await signInThere(page)
  await page.waitForURL(`${server.base_url}/settings`)
  await page.getByRole('button', { name: /Alex Admin/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.origin === issuer)
  await page.locator('button[value=yes]').click()
  await page.waitForURL(`${server.base_url}/login**`)
  await page.getByRole('link', { name: 'Continue with Company' }).click()
  await page.waitForURL((url) => url.origin === issuer)
  await page.locator('input[name=login]').waitFor()
})

test('who cancels at the provider reads so, and continues to the same page when they try again', async () => {
  await using person = await comeBy({ viewport: phone })
  const { page } = person
  await page.goto('/settings?x=1')
  await page.waitForURL((url) => url.origin === issuer)
  await page.getByRole('link', { name: /cancel/i }).click()
  await page.getByRole('alert').getByText(failure).waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('auth_server_callback')
  expect(await barriersOn(page)).toEqual([])
  const again = page.getByRole('link', { name: 'Continue with Company' })
  expect(await again.locator('img').getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
  expect(await page.locator('main svg circle[fill=teal]').count()).toBe(0)
  await again.click()
  await signInThere(page)
  await page.waitForURL(`${server.base_url}/settings?x=1`)
  expect(person.faults).toEqual([])
})

test('who cannot reach the provider reads so, and comes in when it is back', async () => {
  await using person = await comeBy({ theme: 'dark' })
  const { page } = person
  provider.be('failing', '/token')
  await page.goto('/settings')
  await signInThere(page)
  await page.getByRole('alert').getByText(failure).waitFor()
  provider.be('failing')
  // The page that says so is another one than the one that said so before.
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Continue with Company' }).click()
  await loaded
  await page.getByRole('alert').getByText(failure).waitFor()
  expect(await barriersOn(page)).toEqual([])
  provider.be('well')
  await page.getByRole('link', { name: 'Continue with Company' }).click()
  await page.waitForURL(`${server.base_url}/settings`)
})

test('a server that dies while someone is at the provider lets them in when it is back', async () => {
  await using person = await comeBy()
  const { page } = person
  await page.goto('/settings')
  await page.waitForURL((url) => url.origin === issuer)
  await server.crash()
  await signInThere(page)
  await page.waitForURL(`${server.base_url}/settings`)
})

test('who may not come in reads why', async () => {
  await using person = await comeBy()
  const { page } = person
  await page.goto('/')
  await signInThere(page, 'nobody')
  await page.getByRole('alert').getByText('has to be verified').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Use another account' }).click()
  await signInThere(page)
  await page.waitForURL(`${server.base_url}/`)
  expect(provider.askedOf('/auth').some(({ query }) => query.get('prompt') === 'select_account')).toBe(true)
})

test('a link of another site starts no sign-in that would accept its invite', async () => {
  await using person = await comeBy()
  const { page } = person
  const invited = `/login?${new URLSearchParams({ state: JSON.stringify({ inviteCode: 'of-another' }) })}`
  await page.goto(invited)
  await page.getByRole('link', { name: 'Continue with Company' }).waitFor()
  await page.evaluate((path) => location.assign(path), `${invited}&x=1`)
  await page.waitForURL((url) => url.origin === issuer)
})

test('the flow before this one leads to the same page', async () => {
  await using person = await comeBy()
  const { page } = person
  await page.goto('/login?error=any')
  await page.evaluate(() => localStorage.setItem('svc.authFlow', 'legacy-google-flow'))
  await page.goto('/settings')
  await signInThere(page)
  await page.waitForURL(`${server.base_url}/settings`)
  expect(person.faults).toEqual([])
})

test('a chat account is linked in the settings, shown by its name there, and unlinked', async () => {
  await using person = await comeBy()
  const { page } = person
  await page.goto('/settings')
  await signInThere(page)
  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  await page.getByText('@alex', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await page.getByRole('button', { name: 'Disconnect Telegram' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect Telegram' }).waitFor()
  await page.reload()
  await page.getByText('Not linked').waitFor()
  expect(person.faults).toEqual([])
})
