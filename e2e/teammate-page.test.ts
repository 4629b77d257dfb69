import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { barriersOn } from './axe.ts'
import { answerOn, newChat, send } from './chat.ts'
import { rowOn } from './drive.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const WhoAmI = z.object({ current_organization_id: z.string() })

/** The page of the seeded teammate, by the way that people take. */
async function openRobin(page: Page, tab?: string): Promise<void> {
  await page.goto('/staff')
  await page.getByRole('link', { name: /^Robin/ }).click()
  await page.getByRole('navigation', { name: 'Teammate sections' }).waitFor()
  if (tab) await page.getByRole('link', { name: tab, exact: true }).last().click()
}

test('a teammate’s folders are seen, opened for changes, taken back and given again on its own page', async () => {
  await using person = await visit()
  const { page } = person
  await openRobin(page, 'Storage')
  const access = page.getByRole('combobox', { name: 'Access to Customer service' })
  expect(await access.textContent()).toContain('Can view')
  await access.click()
  await page.getByRole('option', { name: 'Can edit' }).click()
  await expect.poll(() => access.textContent()).toContain('Can edit')
  await page.reload()
  await expect.poll(() => access.textContent()).toContain('Can edit')
  await page.getByRole('button', { name: 'Stop sharing Customer service' }).click()
  await page.getByText('No folder is shared with this teammate').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => access.textContent()).toContain('Can edit')
  await access.click()
  await page.getByRole('option', { name: 'Can view' }).click()
  await expect.poll(() => access.textContent()).toContain('Can view')
  expect(person.faults).toEqual([])
})

test('a folder that is shared elsewhere shows on the teammate’s page at once', async () => {
  await using person = await visit()
  const { page } = person
  await openRobin(page, 'Storage')
  const storage = await person.newPage()
  await storage.goto('/storage')
  await storage.getByRole('button', { name: 'New', exact: true }).click()
  await storage.getByRole('menuitem', { name: 'Folder' }).click()
  await storage.getByRole('textbox', { name: 'Folder name' }).fill('Plans')
  await storage.keyboard.press('Enter')
  await rowOn(storage, 'Plans').waitFor()
  await storage.goto('/storage?path=Plans')
  await storage.getByRole('button', { name: 'Share', exact: true }).click()
  await storage.getByRole('dialog').getByRole('button', { name: 'Add a teammate' }).click()
  await storage.getByRole('option', { name: /Robin/ }).click()
  await page.getByRole('link', { name: 'Plans' }).waitFor()
  await page.getByRole('button', { name: 'Stop sharing Plans' }).click()
  await page.getByRole('link', { name: 'Plans' }).waitFor({ state: 'detached' })
  expect(person.faults).toEqual([])
})

test('files that lie in no folder are shared from the dialog in one step', async () => {
  await using person = await visit()
  const { page } = person
  const { current_organization_id } = WhoAmI.parse(await (await page.request.get('/api/init/whoami')).json())
  const storage = `/api/organizations/${current_organization_id}/storage`
  for (const name of ['Opening hours.md', 'Salaries.md'])
    await page.request.post(`${storage}/file/content`, { data: { path: name, content: name } })
  await openRobin(page, 'Storage')
  await page.getByRole('button', { name: 'Share a folder' }).click()
  const folders = page.getByRole('dialog', { name: 'Share a folder with Robin' })
  expect(await folders.getByRole('button', { name: 'Share this folder' }).isDisabled()).toBe(true)
  await folders.getByText(/\d+ files are in no folder/).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await folders.getByRole('button', { name: 'Share files' }).click()
  const files = page.getByRole('dialog', { name: 'Share files with Robin' })
  for (const box of await files.getByRole('checkbox').all())
    if ((await box.locator('..').textContent()) !== 'Opening hours.md') await box.click()
  expect(await barriersOn(page)).toEqual([])
  await files.getByRole('button', { name: 'Move and share' }).click()
  await page.getByRole('link', { name: 'Files for Robin' }).waitFor()
  await page.goto('/storage?path=Files%20for%20Robin')
  await rowOn(page, 'Opening hours.md').waitFor()
  await page.goto('/storage')
  await rowOn(page, 'Salaries.md').waitFor()
  expect(await rowOn(page, 'Opening hours.md').count()).toBe(0)
  expect(person.faults).toEqual([])
})

test('the page tells of channels, money, people and one’s own chats; a member sees what is theirs to know', async () => {
  await using person = await visit()
  const { page } = person
  await openRobin(page)
  await page.getByRole('link', { name: 'Start a chat' }).click()
  await send(page, 'count to 4')
  await expect.poll(() => answerOn(page)).toContain('1 2 3 4')
  await page.goto('/settings/spending')
  await page.getByRole('radio', { name: /limit/i }).last().click()
  await page.getByRole('textbox').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await openRobin(page)
  await page.getByText('of $5.00 a day').waitFor()
  await page.getByText('Chat in this portal, API').waitFor()
  await page.getByText('Support', { exact: true }).waitFor()
  await page.getByText('1 person').waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /count to 4/i })
    .waitFor()

  await using member = await visit({ as: 'Mia Member' })
  await openRobin(member.page)
  await member.page.getByText('You haven’t chatted with this teammate yet.').waitFor()
  for (const hidden of ['Spent today', 'People with access', 'count to 4'])
    expect(await member.page.getByRole('main').getByText(hidden).count()).toBe(0)
  await openRobin(member.page, 'Storage')
  await member.page.getByRole('link', { name: 'Customer service' }).waitFor()
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('a teammate is put on a site by its channel, and anyone who comes second is shown the other way', async () => {
  await using person = await visit()
  const { page } = person
  const chooseWebChat = async () => {
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'Website chat' }).click()
    await page.getByText('Save to get the snippet for your site.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await openRobin(page)
  await page.getByText('Entry points: Website').waitFor()
  await openRobin(page, 'Channels')
  await chooseWebChat()
  await page.getByText('where Robin should answer visitors').waitFor()
  await page.getByRole('button', { name: 'Copy the snippet' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { api_key } = z.object({ api_key: z.string() }).parse(/apiKey: '(?<api_key>\w+)'/.exec(copied)?.groups)
  expect(copied).toContain('/widget/svc-webchat-widget.js')
  // The key alone leads to this teammate.
  const init = await page.request.get('/api/public/webchat/init', { headers: { 'api-key': api_key } })
  expect(await init.text()).toContain('Robin')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('Chat in this portal, Website chat').waitFor()

  await page.goto('/staff')
  await page.getByRole('button', { name: 'New teammate' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Second')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  await chooseWebChat()
  await page.getByText('Add an entry point to have Second answer as well.').waitFor()
  await page.getByRole('link', { name: 'Website chat settings' }).click()
  await page.getByRole('heading', { name: 'Entry points' }).waitFor()
  expect(person.faults).toEqual([])
})

test('tools are switched by what they are for, and one by one', async () => {
  await using person = await visit()
  const { page } = person
  await openRobin(page, 'Tools')
  const box = page.getByRole('checkbox', { name: 'Read files' })
  const state = () => box.getAttribute('aria-checked')
  expect(await state()).toBe('true')
  await page.getByRole('button', { name: /^Read files/ }).click()
  await page.getByRole('switch', { name: 'File details' }).click()
  await expect.poll(state).toBe('mixed')
  await page.getByText('2 of 3').waitFor()
  await box.click()
  await expect.poll(state).toBe('true')
  // Off and on again is no change.
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await box.click()
  await page.getByText('0 of 3').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.reload()
  await expect.poll(state).toBe('false')
  await page.getByRole('checkbox', { name: 'Search files' }).waitFor()
  await box.click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('3 of 3').waitFor()
  expect(person.faults).toEqual([])
})

test('a new teammate can look things up from its first answer on', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('button', { name: 'New teammate' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Vera')
  await page.getByRole('checkbox', { name: 'Edit files' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'Tools', exact: true }).last().click()
  const stateOf = (name: string) => page.getByRole('checkbox', { name }).getAttribute('aria-checked')
  await expect.poll(() => stateOf('Read files')).toBe('true')
  expect(await stateOf('Search files')).toBe('true')
  expect(await stateOf('Edit files')).toBe('true')
  expect(await stateOf('Call APIs')).toBe('false')
  expect(person.faults).toEqual([])
})

test('a model without a vendor is marked, leads to the connection, and an answer says who gave it', async () => {
  await using person = await visit()
  const { page } = person
  await openRobin(page, 'Model')
  await page.getByRole('button', { name: 'Model', exact: true }).click()
  const option = page.getByRole('option', { name: /GPT-6\.1 Sol/ })
  expect(await option.textContent()).toContain('Not connected')
  await option.click()
  await page.getByText('OpenAI isn’t connected. Until then, another model answers.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: 'Chat', exact: true }).last().click()
  await newChat(page)
  await send(page, 'count to 3')
  await page.getByText('Answered by Demo model (no AI), because GPT-6.1 Sol isn’t connected.').waitFor()
  await page.reload()
  await page.getByText('because GPT-6.1 Sol isn’t connected.').waitFor()
  await page.getByRole('link', { name: 'Connect it' }).waitFor()

  await using member = await visit({ as: 'Mia Member' })
  await openRobin(member.page, 'Model')
  await member.page.getByText('Ask an admin to connect it.').waitFor()
  await member.page.getByRole('link', { name: 'Chat', exact: true }).last().click()
  await newChat(member.page)
  await send(member.page, 'count to 3')
  await member.page.getByText('Ask an admin to connect it.').waitFor()

  await openRobin(page, 'Model')
  await page.getByRole('link', { name: 'Connect OpenAI' }).click()
  await page.getByRole('dialog', { name: 'OpenAI key' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openRobin(page, 'Model')
  await page.getByRole('button', { name: 'Model', exact: true }).click()
  await page
    .getByRole('option', { name: /Demo model/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('each voice is heard before it is chosen, one at a time, and a refusal is shown in words', async () => {
  await using person = await visit()
  const { page } = person
  await openRobin(page, 'Model')
  const voices = page.getByRole('list', { name: 'Voices' })
  const play = voices.getByRole('button', { name: /^Play / })
  await play.first().waitFor()
  const count = await play.count()
  const asked = page.waitForResponse('**/voice-samples')
  await play.first().click()
  expect((await asked).headers()['content-type']).toBe('audio/wav')
  const stop = voices.getByRole('button', { name: /^Stop / })
  await stop.waitFor()
  await play.first().click()
  await expect.poll(() => stop.count()).toBe(1)
  expect(await play.count()).toBe(count - 1)
  await stop.click()
  await expect.poll(() => play.count()).toBe(count)
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])

  await page.route('**/voice-samples', (route) =>
    route.fulfill({ status: 502, json: { error: 'The vendor did not answer.', code: 'MODEL_FAILED' } }),
  )
  await play.first().click()
  await page.getByText('The vendor did not answer.', { exact: true }).waitFor()
  await expect.poll(() => play.count()).toBe(count)
})
