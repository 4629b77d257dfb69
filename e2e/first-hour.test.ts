import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startSmtpDouble } from '../server/src/testing/doubles/mail/smtp-double.ts'
import { startOpenIdProvider } from '../server/src/testing/doubles/openid/provider.ts'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { processJourneys } from './visit.ts'

const provider = await startOpenIdProvider({ app_url: 'http://127.0.0.1' })
const smtp = await startSmtpDouble()
const { server, visit } = await processJourneys(
  {
    NODE_ENV: 'production',
    ENCRYPTION_KEY: 'ab'.repeat(32),
    SESSION_SECRET: 'cd'.repeat(32),
    ONLY_INVITED_USERS: 'true',
    AUTH_SERVER_ISSUER: provider.issuer,
    AUTH_SERVER_CLIENT_ID: provider.client_id,
    AUTH_SERVER_CLIENT_SECRET: provider.client_secret,
    AUTH_SERVER_PROVIDERS: JSON.stringify([{ id: 'company', label: 'Company' }]),
    SIGN_IN_ALLOW_HTTP: 'true',
    ...smtp.env,
  },
  { isSeeded: false },
)
provider.serve(server.base_url)
afterAll(() => Promise.all([provider[Symbol.asyncDispose](), smtp[Symbol.asyncDispose]()]))

const COLLEAGUE = 'cora@company.test'
provider.account({ email: COLLEAGUE, email_verified: true, name: 'Cora Colleague' }, 'cora')
provider.account({ email: 'outsider@elsewhere.test', email_verified: true, name: 'An Outsider' }, 'outsider')

const WhoAmI = z.object({ current_organization_id: z.string() })

/** From the server's log, which the person who started it reads. */
async function setupLink(): Promise<string> {
  const link = () => server.log().match(/http\S+\/setup\/\S+/)?.[0]
  await expect.poll(link).toBeTruthy()
  return link() ?? ''
}

async function mailedLink(): Promise<string> {
  const link = () => smtp.to(COLLEAGUE)[0]?.mail.text?.match(/http\S+\/invite\/\S+/)?.[0]
  await expect.poll(link).toBeTruthy()
  return link() ?? ''
}

async function signInThere(page: Page, as: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer)
  await page.locator('input[name=login]').fill(as)
  await page.locator('input[name=password]').fill('any')
  await page.locator('form button[type=submit]').click()
}

/** Employs a teammate, as the first person's browser does. */
async function employ(page: Page, name: string): Promise<void> {
  const api = page.context().request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const made = await api.post(`/api/organizations/${current_organization_id}/employees/`, { data: { name } })
  expect(made.ok()).toBe(true)
}

async function makeGroup(page: Page, name: string, { person, teammate }: { person: string; teammate: string }) {
  await page.goto('/settings/access-groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('checkbox', { name: person }).check()
  await dialog.getByRole('checkbox', { name: teammate }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a company’s first hour: set up by a link, a colleague invited, signed in and shown exactly their teammates', async () => {
  await using olga = await visit({ as: null })
  const { page } = olga
  const link = await setupLink()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Set up Alongside' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByLabel('Your name').fill('Olga Owner')
  await page.getByLabel('Your email').fill('olga@company.test')
  await page.getByLabel('Organization').fill('Company')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/setup'))
  for (const name of ['Sales', 'Finance']) await employ(page, name)

  await page.goto('/staff/people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email addresses' }).fill(COLLEAGUE)
  await page.getByRole('dialog').getByRole('button', { name: 'Send invites' }).click()

  await using cora = await visit({ as: null, viewport: phone, at: await mailedLink() })
  await cora.page.getByText(/Olga Owner invited you to work in Company as a member/).waitFor()
  await cora.page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signInThere(cora.page, 'cora')
  await cora.page.waitForURL((url) => url.origin === server.base_url && !url.pathname.startsWith('/login'))
  await cora.page.goto('/staff')
  await cora.page.getByRole('link', { name: /^Ally/ }).waitFor()
  expect(await cora.page.getByRole('link', { name: /^(Sales|Finance)/ }).count()).toBe(0)

  await page.getByRole('region', { name: 'People' }).getByText(COLLEAGUE).waitFor()
  await makeGroup(page, 'Sellers', { person: 'Cora Colleague', teammate: 'Sales' })
  await cora.page.getByRole('link', { name: /^Sales/ }).waitFor()
  expect(await cora.page.getByRole('link', { name: /^Finance/ }).count()).toBe(0)

  await using late = await visit({ as: null, at: link })
  await late.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await late.page.goto('/')
  await signInThere(late.page, 'outsider')
  await late.page.getByText('Registration is by invitation only').waitFor()
  expect([...olga.faults, ...cora.faults, ...late.faults]).toEqual([])
})
