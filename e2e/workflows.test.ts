import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { phone } from './browser.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

/** Begins from a template in the dialog that is open, and waits for the page of what was made. */
async function createIn(page: Page, name: string, template?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New workflow' })
  await dialog.getByLabel('Name').fill(name)
  if (template) {
    await dialog.getByRole('combobox', { name: 'Start from' }).click()
    await page.getByRole('option', { name: template }).click()
  }
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

const textOn = (page: Page) => page.getByRole('textbox', { name: 'flow.json' })
const problemsOn = (page: Page) => page.getByRole('region', { name: 'Problems' })
const openText = (page: Page) => page.getByRole('link', { name: 'JSON' }).click()

async function replaceText(page: Page, change: (text: string) => string): Promise<void> {
  await textOn(page).locator('.cm-line').first().waitFor()
  const lines = await textOn(page).locator('.cm-line').allTextContents()
  await textOn(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(change(lines.join('\n')))
}

test('an admin begins from a template, breaks it, mends it, and a program gets its answer', async () => {
  await using person = await visit({ at: '/workflows' })
  const { page } = person
  await page.getByRole('heading', { name: 'Let work run by itself' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: /^Loop over a list/ }).click()
  await createIn(page, 'Greet', 'Empty workflow')

  await openText(page)
  await problemsOn(page).getByText('No problems').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await replaceText(page, (text) => text.replace('{{input.name}}', '{{NOBODY}}'))
  await problemsOn(page).getByText("Variable 'NOBODY' not found in organization variables").waitFor()
  await replaceText(page, (text) => text.slice(0, 30))
  await problemsOn(page).getByText('Fix the JSON first').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).click()
  await problemsOn(page).getByText('No problems').waitFor()
  await replaceText(page, (text) => text.replace('Hello, ', 'Good day, '))
  await page.keyboard.press('ControlOrMeta+S')
  await toastOn(page, 'Workflow saved').waitFor()

  await page.getByRole('link', { name: 'Triggers' }).click()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Webhook' })
  await dialog.getByRole('combobox', { name: 'Protection' }).click()
  await page.getByRole('option', { name: 'Secret in a header' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const codes = page.getByRole('main').locator('code')
  await expect.poll(() => codes.count()).toBe(2)
  const [secret = '', url = ''] = await codes.allTextContents()
  const send = async (headers: Record<string, string>) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{"name":"Ada"}' })
  expect((await send({})).status).toBe(401)
  const answer = await send({ 'x-trigger-secret': secret })
  expect((await answer.json()).data.result).toBe('Good day, Ada!')
  await page.reload()
  await page.getByText('Last started').waitFor()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Add a schedule' }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  await schedule.getByLabel('Cron expression').fill('never')
  await schedule.getByRole('button', { name: 'Save' }).click()
  await schedule.getByRole('alert').waitFor()
  await schedule.getByLabel('Cron expression').fill('0 9 * * 1-5')
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByRole('main').locator('time').count()).toBe(5)
  expect(await barriersOn(page)).toEqual([])

  expect(person.faults).toEqual([])
})

test('two who edit one workflow lose nothing, and an earlier version comes back', async () => {
  await using person = await visit()
  await using colleague = await visit()
  const { page } = person
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).click()
  await createIn(page, 'Shared')
  await openText(page)
  await colleague.page.goto(page.url())
  await textOn(colleague.page).waitFor()
  await replaceText(page, (text) => text.replace('Hello, ', 'Mine, '))
  await replaceText(colleague.page, (text) => text.replace('Hello, ', 'Theirs, '))
  await colleague.page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else saved this workflow while you were editing it.').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Use their version' }).click()
  await textOn(page).getByText('Theirs, ').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await textOn(page).getByText('Mine, ').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await textOn(colleague.page).getByText('Mine, ').waitFor()

  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await openText(page)
  await textOn(page).getByText('Hello, ').waitFor()
  expect([...person.faults, ...colleague.faults]).toEqual([])
})

test('a workflow is found, exported, imported, copied, deleted and restored; a member is refused', async () => {
  await using person = await visit({ at: '/workflows' })
  const { page } = person
  await page.getByRole('button', { name: 'New workflow' }).click()
  await createIn(page, 'Wanted', 'Check until ready')
  await page.getByRole('link', { name: 'All workflows' }).click()
  const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
  await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('nothing')
  await page.getByText('No workflow has this name').waitFor()
  await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('want')
  await link('Wanted').waitFor()

  await page.getByRole('button', { name: 'Actions: Wanted' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const file = await (await saving).path()
  const exported = JSON.parse(await readFile(file, 'utf8'))
  expect(exported).toMatchObject({ format: 'alongside.workflow', name: 'Wanted' })
  const give = (body: object | string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'workflow.json',
      mimeType: 'application/json',
      buffer: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    })
  await give('no json')
  await toastOn(page, 'it is not JSON').waitFor()
  await give({ ...exported, name: 'Wanted again' })
  await page.getByRole('heading', { name: 'Wanted again', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'All workflows' }).click()

  await page.getByRole('button', { name: 'Actions: Wanted again' }).click()
  await page.getByRole('menuitem', { name: 'Copy to an organization' }).click()
  await page.getByRole('button', { name: 'Organization' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  await toastOn(page, /“Wanted again” copied to/).waitFor()

  await page.getByRole('button', { name: 'Actions: Wanted', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await toastOn(page, '“Wanted” deleted').waitFor()
  await page.getByRole('link', { name: /^Wanted(?! again)/ }).waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: 'Restore “Wanted”' }).click()
  await toastOn(page, 'Workflow restored').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /^Wanted(?! again)/ }).waitFor()

  await using member = await visit({ as: 'Mia Member', viewport: phone, at: '/workflows' })
  await member.page.getByText('Owners and admins manage this. Ask one of them.').waitFor()
  expect([...person.faults, ...member.faults]).toEqual([])
})

test('a flow is drawn, configured, copied and undone by mouse and keyboard, and read on a phone', async () => {
  await using person = await visit({ at: '/workflows' })
  const { page } = person
  await page.getByRole('button', { name: 'New workflow' }).click()
  await createIn(page, 'Drawn')
  const steps = page.locator('.react-flow__node')
  const lines = page.locator('.react-flow__edge')
  const panel = page.getByRole('region', { name: 'Step' })
  await steps.getByText('Say hello').click()
  await panel.getByRole('textbox', { name: 'Text' }).fill('Hello, {{NOBODY}}')
  await panel.getByText("Variable 'NOBODY' not found in organization variables").waitFor()
  await steps.getByLabel('Has problems').waitFor()
  await panel.getByRole('textbox', { name: 'Text' }).fill('Hello')
  expect(await barriersOn(page)).toEqual([])

  await steps.getByText('Say hello').click()
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Find a type of step' }).fill('end')
  await page.getByRole('option', { name: /^End/ }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => steps.count()).toBe(2)
  await expect.poll(() => lines.count()).toBe(1)
  await steps.getByText('Say hello').click()
  await page.keyboard.press('d')
  await steps.getByText('Message · off').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await steps.getByText('Message · off').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await page.keyboard.press('F2')
  await page.keyboard.type('!')
  await expect.poll(() => panel.getByLabel('Name').inputValue()).toBe('Say hello!')
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Workflow saved').waitFor()

  await page.setViewportSize(phone)
  await page.reload()
  await steps.getByText('Say hello!').waitFor()
  await page.getByText('View only.').waitFor()
  expect(await page.getByRole('button', { name: 'Tidy up' }).count()).toBe(0)
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})
