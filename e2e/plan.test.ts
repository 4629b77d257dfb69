import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { CODEX_CLIENT_ID, startCodexAuthDouble } from '#testing/doubles/vendors/codex-auth.ts'
import { startCodexDouble } from '#testing/doubles/vendors/codex-responses.ts'
import { barriersOn } from './axe.ts'
import { answerOn, newChat, send } from './chat.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const auth = await startCodexAuthDouble()
const vendor = await startCodexDouble(auth)
const { visit } = await journeys({
  VENDOR_6_AUTH_URL: auth.url,
  VENDOR_6_CLIENT_ID: CODEX_CLIENT_ID,
  VENDOR_6_BASE_URL: vendor.base_url,
})
afterAll(async () => {
  await Promise.all([vendor.close(), auth.close()])
})

const rowOn = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'ChatGPT plan' }) })
const codeOn = async (page: Page) => (await rowOn(page).locator('code').textContent()) ?? ''

async function openModels(page: Page, teammate: RegExp): Promise<void> {
  await page.goto('/staff')
  await page.getByRole('link', { name: teammate }).first().click()
  await page.getByRole('link', { name: 'Model', exact: true }).last().click()
  await page.getByRole('button', { name: 'Model', exact: true }).click()
}

/** Connected for the tests that begin with a plan, whatever came before. */
async function connectPlan(page: Page): Promise<void> {
  const { current_organization_id } = await (await page.request.get('/api/init/whoami')).json()
  await page.request.post(`/api/organizations/${current_organization_id}/providers/codex/revoke`)
  await page.goto('/settings/vendors')
  await rowOn(page).getByRole('button', { name: 'Connect: ChatGPT plan' }).click()
  await rowOn(page).getByRole('timer').waitFor()
  auth.agree(await codeOn(page), { email: 'books@customer.test' })
  await rowOn(page).getByText('Plan of books@customer.test').waitFor()
}

test('an admin connects a ChatGPT plan with a code, a colleague sees it at once, and a teammate answers with it', async () => {
  await using member = await visit({ as: 'Mia Member' })
  await openModels(member.page, /^Ally/)
  const locked = member.page.getByRole('option', { name: /GPT-5\.5 in ChatGPT/ })
  expect(await locked.getAttribute('aria-disabled')).toBe('true')
  expect(await locked.textContent()).toContain('Admin required')

  await using person = await visit()
  const { page } = person
  await openModels(page, /^Robin/)
  const option = page.getByRole('option', { name: /GPT-5\.5 in ChatGPT/ })
  expect(await option.getAttribute('aria-disabled')).toBe('true')
  await option.click({ force: true })
  await page.getByText('ChatGPT plan isn’t connected. Its models can’t be chosen yet.').waitFor()
  await page.getByRole('link', { name: 'Connect', exact: true }).click()

  const row = rowOn(page)
  const connect = row.getByRole('button', { name: 'Connect: ChatGPT plan' })
  await expect.poll(() => connect.evaluate((button) => button === document.activeElement)).toBe(true)
  await using colleague = await visit({ at: '/settings/vendors' })
  await rowOn(colleague.page).getByText('Not connected').waitFor()

  await page.keyboard.press('Enter')
  await row.getByRole('timer').waitFor()
  const code = await codeOn(page)
  expect(auth.devices.map(({ user_code }) => user_code)).toEqual([code])
  expect(await row.getByRole('link', { name: 'Open ChatGPT' }).getAttribute('href')).toBe(`${auth.url}/codex/device`)
  expect(await row.getByRole('timer').textContent()).toMatch(/^Expires in 1[45]:\d\d$/)
  await row.getByRole('button', { name: 'Copy the code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expect.poll(() => codeOn(colleague.page)).toBe(code)
  await page.reload()
  await expect.poll(() => codeOn(page)).toBe(code)
  expect(await barriersOn(page)).toEqual([])

  auth.agree(code, { email: 'books@customer.test' })
  // First the toast.
  await toastOn(page, 'ChatGPT plan connected').waitFor()
  for (const each of [page, colleague.page]) await rowOn(each).getByText('Plan of books@customer.test').waitFor()
  await row.getByRole('timer').waitFor({ state: 'detached' })
  expect(await barriersOn(page)).toEqual([])

  await openModels(page, /^Robin/)
  await page.getByRole('option', { name: /GPT-5\.5 in ChatGPT/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Saved').waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Chat', exact: true }).last().click()
  await newChat(page)
  vendor.reply(
    { tool_calls: [{ name: 'storage__list', input: { path: '/' } }] },
    { chunks: ['From ', 'the ', 'plan.'] },
    { text: 'A title' },
  )
  await send(page, 'What is in the folder?')
  await expect.poll(() => answerOn(page)).toContain('From the plan.')
  expect(JSON.stringify(vendor.requests[1]?.body.input)).toContain('function_call_output')
  expect([...person.faults, ...member.faults, ...colleague.faults]).toEqual([])
})

test('a declined sign-in, a cancelled one, and a plan that is disconnected', async () => {
  await using person = await visit()
  const { page } = person
  await connectPlan(page)
  const row = rowOn(page)
  const begin = async (name: string) => {
    await row.getByRole('button', { name: `${name}: ChatGPT plan` }).click()
    await row.getByRole('timer').waitFor()
    return codeOn(page)
  }
  const declined = await begin('Reconnect')
  auth.deny(declined)
  await row.getByRole('status').getByText('The sign-in was declined.').waitFor()
  // The plan that stands is not lost by it.
  await row.getByText('Plan of books@customer.test').waitFor()

  expect(await begin('Reconnect')).not.toBe(declined)
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('timer').waitFor({ state: 'detached' })
  await expect.poll(() => row.getByRole('status').textContent()).toBe('')

  await row.getByRole('button', { name: 'Disconnect: ChatGPT plan' }).click()
  const question = page.getByRole('dialog', { name: 'Disconnect the ChatGPT plan?' })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await row.getByText('Not connected').waitFor()
  await expect.poll(() => auth.revoked).toContain(auth.families.at(-1)?.refresh_token)
  await page.goto('/settings/audit-log')
  await page
    .getByText(/disconnected/)
    .first()
    .waitFor()
  expect(person.faults).toEqual([])
})

test('a sign-in that the vendor ended says when, and offers to connect again', async () => {
  await using person = await visit()
  const { page } = person
  await connectPlan(page)
  const row = rowOn(page)
  const { current_organization_id } = await (await page.request.get('/api/init/whoami')).json()
  const models = await (await page.request.get('/api/init/models')).json()
  const { id } = models.find(({ provider }: { provider: string }) => provider === 'vendor_6')
  const data = { name: 'Planner', model: id }
  const employees = `/api/organizations/${current_organization_id}/employees`
  expect((await page.request.post(employees, { data })).ok()).toBe(true)
  auth.end()
  await using elsewhere = await visit({ at: '/staff' })
  await elsewhere.page.getByRole('link', { name: /^Planner/ }).click()
  await elsewhere.page.getByRole('heading', { name: 'Planner' }).first().waitFor()
  await elsewhere.page.getByRole('link', { name: 'Chat', exact: true }).last().click()
  await newChat(elsewhere.page)
  await send(elsewhere.page, 'count to 3')
  await row.getByText(/^OpenAI ended the sign-in of books@customer\.test on /).waitFor()
  await row.getByText('Sign-in ended').waitFor()
  await row.getByRole('button', { name: 'Reconnect: ChatGPT plan' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  expect([...person.faults, ...elsewhere.faults]).toEqual([])
})
