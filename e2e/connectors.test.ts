import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answered, startToolServer } from '../server/src/testing/doubles/tool-server.ts'
import { barriersOn } from './axe.ts'
import { answerOn, newChat, send } from './chat.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { server, visit } = await journeys()

const WhoAmI = z.object({ current_organization_id: z.string() })
const Teammates = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const KEY = 'a-key-that-members-do-not-read'

const tools = [
  { name: 'find_person', description: 'Finds a person by name.', call: () => answered('Ada lives in Rome.') },
  { name: 'delete_all', description: 'Deletes everything.' },
]

async function organizationOf(page: Page): Promise<string> {
  const answer = await page.context().request.get('/api/init/whoami')
  return `/api/organizations/${WhoAmI.parse(await answer.json()).current_organization_id}`
}

async function teammateOf(page: Page, wanted: string): Promise<string> {
  const answer = await page.context().request.get(`${await organizationOf(page)}/employees`)
  return Teammates.parse(await answer.json()).data.find(({ name }) => name === wanted)?.id ?? ''
}

test('an admin connects a server of tools to a teammate, has it ask first, and hands its tools to a program', async () => {
  await using crm = await startToolServer({ tools, key: KEY })
  await using person = await visit()
  const { page, context } = person
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const api = context.request
  const organization = await organizationOf(page)
  const robin = await teammateOf(page, 'Robin')
  const variable = { placeholder: 'CRM_KEY', value: KEY, is_secret: true }
  await api.post(`${organization}/variables`, { data: variable })

  await page.goto('/settings/connectors')
  await page.getByText('No connectors yet').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await using colleague = await visit({ as: 'Mia Member', at: '/settings/connectors' })
  await colleague.page.getByText('No connectors yet').waitFor()

  await page.getByRole('button', { name: 'New connector' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New connector' })
  await dialog.getByLabel('Name', { exact: true }).fill('My CRM')
  await dialog.getByText('my_crm__search').waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('crm.example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The address begins with http:// or https://').waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(crm.url)
  await dialog.getByRole('button', { name: 'Add a row' }).click()
  await dialog.getByRole('textbox', { name: 'Name 1', exact: true }).fill('Authorization')
  await dialog.getByRole('textbox', { name: 'Value of Authorization' }).fill('Bearer wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Its tools are asked for by itself, and it refuses.
  const list = page.getByRole('main')
  await list.getByText('Failing').waitFor()
  await colleague.page.getByText('Failing').waitFor()

  await page.getByRole('button', { name: 'More actions for My CRM' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit My CRM' })
  const header = edit.getByRole('textbox', { name: 'Value of Authorization' })
  await header.fill('')
  await header.pressSequentially('Bearer {{CR')
  await edit.getByRole('option', { name: /CRM_KEY/ }).click()
  expect(await header.inputValue()).toBe('Bearer {{CRM_KEY}}')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Test My CRM' }).click()
  await toastOn(page, 'My CRM works: 2 tools').waitFor()
  await list.getByText('Working').waitFor()
  await list.getByText(/^2 tools · about \d+ tokens/).waitFor()
  await page.getByRole('button', { name: 'Tools of My CRM' }).click()
  await list.getByText('Finds a person by name.').waitFor()
  expect(await barriersOn(page)).toEqual([])

  // A member looks, and that is all.
  await colleague.page.getByText('Working').waitFor()
  await colleague.page.getByRole('button', { name: 'Tools of My CRM' }).click()
  await colleague.page.getByText('Deletes everything.').waitFor()
  const buttons = colleague.page.getByRole('main').getByRole('button')
  expect(await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
    'Tools of My CRM',
  ])
  expect(await colleague.page.content()).not.toContain('CRM_KEY')

  await page.goto(`/staff/ai/${robin}?tab=mcps`)
  await page.getByText('Nothing assigned').waitFor()
  await page.getByRole('button', { name: 'Assign a connector' }).click()
  await page.getByRole('option', { name: 'My CRM' }).click()
  await toastOn(page, 'My CRM was assigned').waitFor()
  await list.getByText(/^2 tools · about \d+ tokens/).waitFor()
  await page.getByRole('button', { name: 'Unassign My CRM' }).click()
  await page.getByText('Nothing assigned').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Tools of My CRM' }).click()
  const asks = page.getByRole('group', { name: 'find_person' }).getByRole('checkbox')
  // Only the answer says that it is saved: the box is not disabled at once, and a reload would cancel the request.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().includes('/mcps/employee/'),
  )
  await asks.click()
  expect((await saved).status()).toBe(200)
  await expect.poll(() => asks.isEnabled()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Tools of My CRM' }).click()
  await expect.poll(() => asks.isChecked()).toBe(true)
  expect(await barriersOn(page)).toEqual([])
  await page.goto(`/staff/ai/${robin}?tab=tools`)
  await page.getByRole('heading', { name: 'Tools', exact: true }).waitFor()
  expect(await page.getByText('my_crm__find_person').count()).toBe(0)

  await page.goto(`/staff/ai/${robin}?tab=mcps`)
  await page.getByText(`${server.base_url}/mcp`).waitFor()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Editor')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  // It says so for two seconds.
  const copied = page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByRole('button', { name: 'Copy the token' }).click()
  await copied
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy the configuration' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('mcp-remote')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(token)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(token)

  const program = async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
    const answer = await fetch(`${server.base_url}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    return { status: answer.status, text: await answer.text() }
  }
  // What asks first is not offered there.
  const { text } = await program()
  expect(text).toContain('my_crm__delete_all')
  expect(text).not.toContain('my_crm__find_person')
  await page.reload()
  await page.getByText(/created .* · last used/).waitFor()
  await page.getByRole('button', { name: 'Revoke Editor' }).click()
  await page.getByRole('dialog', { name: 'Revoke Editor?' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have no tokens for this teammate.').waitFor()
  expect((await program()).status).toBe(401)

  await page.goto(`/chat/${robin}`)
  await newChat(page)
  await send(page, 'call my_crm__find_person {"name": "Ada"}')
  const question = page.getByRole('main').getByRole('region', { name: 'Question' })
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => answerOn(page)).toContain('Ada lives in Rome.')

  // A step of a workflow may call them too.
  const step = { type: 'tool', name: 'Find', employee_id: robin, tool: 'storage.list', input: {} }
  const workflow = { name: 'Find a person', flow: { steps: { find: step } }, starting_step_id: 'find' }
  const { id } = z
    .object({ id: z.string() })
    .parse(await (await api.post(`${organization}/workflows`, { data: workflow })).json())
  await page.goto(`/workflows/${id}`)
  await page.locator('.react-flow__node').filter({ hasText: 'Find' }).click()
  await page.getByRole('region', { name: 'Step' }).getByRole('button', { name: 'Tool', exact: true }).click()
  await page.getByRole('option', { name: 'my_crm__find_person' }).click()
  await page.getByRole('region', { name: 'Step' }).getByText('Finds a person by name.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Saved').waitFor()

  await page.goto('/settings/variables')
  await page.getByRole('button', { name: 'CRM_KEY' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'My CRM' }).click()
  await page.getByRole('button', { name: 'More actions for My CRM' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('1 teammate loses its tools immediately.').waitFor()
  await page.getByRole('dialog', { name: 'Delete My CRM?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No connectors yet').waitFor()
  await colleague.page.getByText('No connectors yet').waitFor()

  expect([...person.faults, ...colleague.faults]).toEqual([])
})

test('a person finds all of their own tokens in the settings, with whose tools each is for, and revokes one there', async () => {
  await using person = await visit({ at: '/settings' })
  const { page } = person
  await page.getByText('You have no tokens. Create one on').waitFor()
  const [organization, robin] = [await organizationOf(page), await teammateOf(page, 'Robin')]
  const tokens = `${organization}/employees/${robin}/mcp-tokens`
  for (const name of ['Laptop', 'Office']) await page.context().request.post(tokens, { data: { name } })
  await page.reload()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Laptop' }) })
  await row.getByText(/mcp_•+.{4} · created .* · never used/).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke Laptop' }).click()
  await page.getByRole('dialog', { name: 'Revoke Laptop?' }).getByRole('button', { name: 'Revoke' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Robin' }).first().click()
  await page.getByRole('button', { name: 'Revoke Office' }).waitFor()
  expect(await page.getByRole('button', { name: 'Revoke Laptop' }).count()).toBe(0)
  expect(person.faults).toEqual([])
})

test('a member gives a connector to the own personal assistant, sees what a teammate has, and changes nothing there', async () => {
  await using crm = await startToolServer({ tools })
  await using person = await visit()
  const organization = await organizationOf(person.page)
  const api = person.context.request
  const connector = { type: 'simple', name: 'Trackers', url: crm.url }
  const { id: mcp_id } = await (await api.post(`${organization}/mcps`, { data: connector })).json()
  const robin = await teammateOf(person.page, 'Robin')
  expect((await api.post(`${organization}/mcps/employee/${robin}`, { data: { mcp_id } })).status()).toBe(200)
  const { data } = await (await api.get(`${organization}/users`)).json()
  const mia = data.find(({ name }: { name: string }) => name === 'Mia Member')?.id
  const group = { name: 'Support', user_ids: [mia], employee_ids: [robin] }
  expect((await api.post(`${organization}/access-groups`, { data: group })).status()).toBe(200)

  await using member = await visit({ as: 'Mia Member' })
  const { page } = member
  const ally = await teammateOf(page, 'Ally')
  await page.goto(`/staff/ai/${ally}?tab=mcps`)
  await page.getByRole('button', { name: 'Assign a connector' }).click()
  await page.getByRole('option', { name: 'Trackers' }).click()
  await page.getByRole('button', { name: 'Test Trackers' }).click()
  await toastOn(page, 'Trackers works: 2 tools').waitFor()
  await page.getByText('Every connector is assigned.').waitFor()

  await page.goto(`/staff/ai/${robin}?tab=mcps`)
  await page.getByRole('button', { name: 'Tools of Trackers' }).click()
  await page.getByRole('group', { name: 'delete_all' }).waitFor()
  expect(await page.getByRole('group', { name: 'delete_all' }).getByRole('checkbox').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^(Test|Unassign|Assign)/ }).count()).toBe(0)
  // What an admin takes away is gone here without a reload.
  expect((await api.delete(`${organization}/mcps/employee/${robin}`, { data: { mcp_id } })).status()).toBe(200)
  await page.getByText('Nothing assigned').waitFor()
  await page.getByRole('button', { name: 'New token' }).waitFor()
  expect([...person.faults, ...member.faults]).toEqual([])
})
