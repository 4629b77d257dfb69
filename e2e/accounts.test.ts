import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startIdentityDouble } from '#testing/doubles/identity/identity-double.ts'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const idpa = await startIdentityDouble('idpa')
const { visit } = await journeys(idpa.env)
afterAll(() => idpa[Symbol.asyncDispose]())

const WhoAmI = z.object({ current_organization_id: z.string() })
const WhoIs = z.object({ user: z.object({ id: z.string() }) })
const Teammates = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

async function organizationOf(page: Page): Promise<string> {
  const answer = await page.context().request.get('/api/init/whoami')
  return `/api/organizations/${WhoAmI.parse(await answer.json()).current_organization_id}`
}

async function tabOf(page: Page, wanted: string): Promise<string> {
  const answer = await page.context().request.get(`${await organizationOf(page)}/employees`)
  const teammate = Teammates.parse(await answer.json()).data.find(({ name }) => name === wanted)
  return `/staff/ai/${teammate?.id}?tab=mcps`
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('an admin connects an account, learns that it was lost, connects it again and disconnects it', async () => {
  await using person = await visit()
  await using colleague = await visit()
  const { page } = person
  const tab = await tabOf(page, 'Robin')
  await page.goto(tab)
  const google = rowOf(page, 'Google')
  await google.getByText('No account connected').waitFor()
  await rowOf(page, 'Microsoft').getByText('Not available on this server').waitFor()
  await colleague.page.goto(tab)
  await rowOf(colleague.page, 'Google').getByText('No account connected').waitFor()
  expect(await barriersOn(page)).toEqual([])

  idpa.consent({ account: 'robin@accounts.example', scopes: ['https://www.googleapis.com/auth/gmail.modify'] })
  await page.getByRole('button', { name: 'Connect Google' }).click()
  await google.getByText('Valid', { exact: true }).waitFor()
  await page.waitForURL((url) => url.pathname + url.search === tab)
  await google.getByText('robin@accounts.example').waitFor()
  await google.getByText('connected by Alex Admin').waitFor()
  await google.getByText('Some permissions are missing').waitFor()
  for (const name of ['Gmail', 'Google Calendar', 'Google Drive']) await rowOf(page, name).waitFor()
  await rowOf(colleague.page, 'Google').getByText('robin@accounts.example').waitFor()
  expect(await barriersOn(page)).toEqual([])

  idpa.grants.revokeAll()
  await page.getByRole('button', { name: 'Check the Google account' }).click()
  await toastOn(page, 'The provider doesn’t accept the account').waitFor()
  await google.getByText('Invalid', { exact: true }).waitFor()
  await rowOf(colleague.page, 'Google').getByText('Invalid', { exact: true }).waitFor()
  idpa.consent({ account: 'robin@accounts.example' })
  await page.getByRole('button', { name: 'Reconnect Google' }).click()
  await google.getByText('Valid', { exact: true }).waitFor()
  expect(await google.getByText('Some permissions are missing').count()).toBe(0)

  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect the Google account?' })
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await google.getByText('No account connected').waitFor()
  await toastOn(page, 'The Google account was disconnected').waitFor()
  const connect = page.getByRole('button', { name: 'Connect Google' })
  await expect.poll(() => connect.evaluate((button) => button === document.activeElement)).toBe(true)
  await rowOf(page, 'Gmail').waitFor({ state: 'detached' })
  await rowOf(colleague.page, 'Google').getByText('No account connected').waitFor()
  expect([...person.faults, ...colleague.faults]).toEqual([])
})

test('an admin sees in the settings with which accounts teammates work, that someone left, and disconnects theirs', async () => {
  await using person = await visit()
  const { page } = person
  const organization = await organizationOf(page)
  await page.goto('/settings/connectors')
  await page.getByText('No accounts are connected.').waitFor()
  await using mia = await visit({ as: 'Mia Member', at: '/settings/connectors' })
  await mia.page.getByText('No connectors yet').waitFor()
  expect(await mia.page.getByRole('heading', { name: 'Connected accounts' }).count()).toBe(0)
  const mia_id = WhoIs.parse(await (await mia.context.request.get('/api/init/whoami')).json()).user.id
  const api = page.context().request
  await api.put(`${organization}/users/${mia_id}/role`, { data: { role: 'admin' } })

  await mia.page.goto(await tabOf(page, 'Robin'))
  idpa.consent({ account: 'support@accounts.example' })
  await mia.page.getByRole('button', { name: 'Connect Google' }).click()
  await rowOf(mia.page, 'Google').getByText('Valid', { exact: true }).waitFor()
  const robin = rowOf(page, 'Robin')
  await robin.getByText('Google · support@accounts.example · connected by Mia Member').waitFor()
  await robin.getByText('Valid', { exact: true }).waitFor()
  expect(await barriersOn(page)).toEqual([])

  await api.delete(`${organization}/users/${mia_id}`)
  await page.reload()
  await robin.getByText('connected by Mia Member, who left').waitFor()
  await robin.getByRole('link', { name: 'Robin' }).click()
  await rowOf(page, 'Google').getByText('connected by Mia Member, who left').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Disconnect Google from Robin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect the Google account?' })
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByText('No accounts are connected.').waitFor()
  await toastOn(page, 'The Google account was disconnected').waitFor()
  expect(person.faults).toEqual([])
})

test('the settings say of a service that its tools come with accounts, and of one that is not set up that it is not', async () => {
  await using person = await visit()
  const { page } = person
  const organization = await organizationOf(page)
  for (const [name, oauth_mcp] of [
    ['Sales mail', 'mail_a'],
    ['Other mail', 'mail_b'],
  ])
    await page.context().request.post(`${organization}/mcps`, { data: { type: 'oauth', name, oauth_mcp } })
  await page.goto('/settings/connectors')
  await rowOf(page, 'Sales mail').getByText('Works with a Google account of each teammate').waitFor()
  await page.getByRole('button', { name: 'Tools of Sales mail' }).click()
  await rowOf(page, 'Sales mail').getByText('once a Google account is connected').waitFor()
  await rowOf(page, 'Other mail').getByText('Not set up', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Tools of Other mail' }).click()
  await rowOf(page, 'Other mail').getByText('Microsoft isn’t set up on this server').waitFor()
  for (const untrue of ['Unknown', 'not listed']) expect(await page.getByRole('main').getByText(untrue).count()).toBe(0)
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})

test('who declines comes back to a sentence and a way to the teammate', async () => {
  await using person = await visit()
  const { page } = person
  const tab = await tabOf(page, 'Robin')
  await page.goto(tab)
  idpa.consent({ denies: true })
  await page.getByRole('button', { name: 'Connect Google' }).click()
  await page.getByText('The access wasn’t granted.').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the teammate' }).click()
  await page.waitForURL((url) => url.pathname + url.search === tab)
  await rowOf(page, 'Google').getByText('No account connected').waitFor()
})

test('a callback that nobody has begun connects nothing and says so', async () => {
  await using person = await visit({ at: '/integrations/idpa/callback?code=stolen&state=forged' })
  const { page } = person
  await page.getByText('This attempt to connect is over or is not yours. Please connect again.').waitFor()
  await page.getByRole('link', { name: 'Back to teammates' }).waitFor()
  // A provider that fails is nobody who declined.
  await page.goto('/integrations/idpa/callback?error=temporarily_unavailable&state=forged')
  await page.getByText('Please connect it again from the page of the teammate.').waitFor()
})
