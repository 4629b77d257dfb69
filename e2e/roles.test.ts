import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { quiet } from './quiet.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

const WhoAmI = z.object({ current_organization_id: z.string() })
const People = z.object({ data: z.array(z.object({ id: z.string(), email: z.string() })) })

const forAll = ['Personal', 'Organization', 'Variables', 'Connectors', 'Inbox']
const forManagers = ['Website chat', 'Spending', 'Model vendors', 'API keys', 'Webhooks', 'Access groups', 'Audit log']
const roomsOfAll = ['Chat', 'Inbox', 'Contacts', 'Storage', 'Teammates', 'Settings']
const roomsOfManagers = [...roomsOfAll.slice(0, -1), 'Workflows', 'Logs', 'Settings']
const ofSettings = ['webchat', 'spending', 'vendors', 'keys', 'webhooks', 'access-groups', 'audit-log']
const managersPages = [...ofSettings.map((name) => `/settings/${name}`), '/workflows', '/logs', '/usage']

const roomsOn = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
const tabsOn = (page: Page) => page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')

/** What someone finds under settings and among people. */
async function lookAround(page: Page) {
  await page.goto('/settings')
  await tabsOn(page).first().waitFor()
  await quiet(page)
  const tabs = await tabsOn(page).allTextContents()
  const rooms = await roomsOn(page).allTextContents()
  await page.goto('/staff/people')
  await page.getByRole('row').filter({ hasText: 'admin@alongside.test' }).waitFor()
  await quiet(page)
  const found = async (name: string) => (await page.getByRole('button', { name, exact: true }).count()) > 0
  const roles = await page.getByRole('combobox', { name: /^Role of/ }).count()
  return { rooms, tabs, invites: await found('Invite'), changesRoles: roles > 0 }
}

test('each role finds what it may do, and pages of a higher one say so', async () => {
  await using owner = await visit()
  const api = owner.context.request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const users = `/api/organizations/${current_organization_id}/users`
  const { data } = People.parse(await (await api.get(users)).json())
  const mia = data.find(({ email }) => email === 'member@alongside.test')
  const become = async (role: string) =>
    expect((await api.put(`${users}/${mia?.id}/role`, { data: { role } })).status()).toBe(200)

  const all = [...forAll, ...forManagers]
  expect(await lookAround(owner.page)).toEqual({
    rooms: [...roomsOfManagers, 'Model catalog'],
    tabs: all,
    invites: true,
    changesRoles: true,
  })

  await using person = await visit({ as: 'Mia Member' })
  const { page } = person
  expect(await lookAround(page)).toEqual({ rooms: roomsOfAll, tabs: forAll, invites: false, changesRoles: false })
  for (const path of managersPages) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'For administrators' }).waitFor()
  }
  await page.goto('/admin/models')
  await page.getByRole('heading', { name: 'Platform admins only' }).waitFor()

  await become('admin')
  expect(await lookAround(page)).toEqual({ rooms: roomsOfManagers, tabs: all, invites: true, changesRoles: false })
  // What someone may is taken away while they look at it.
  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'Copy the private key' }).waitFor()
  await become('member')
  await page.getByRole('heading', { name: 'For administrators' }).waitFor()

  // Or while their page is not connected yet, and receives nothing of it.
  await become('admin')
  const { promise: isTaken, resolve: connect } = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/realtime\//, async (socket) => {
    await isTaken
    socket.connectToServer()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Copy the private key' }).waitFor()
  await become('member')
  connect()
  await page.getByRole('heading', { name: 'For administrators' }).waitFor()
  expect([...owner.faults, ...person.faults]).toEqual([])
})

test('a platform administrator finds both fallback models by their names', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto('/admin/defaults')
  for (const name of ['AI Model Fallback 1', 'AI Model Fallback 2'])
    await page.getByText(name, { exact: true }).waitFor()
  expect(person.faults).toEqual([])
})
