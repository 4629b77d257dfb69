import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

const stepsOn = (page: Page) => page.locator('.react-flow__node')
const stepOn = (page: Page, name: string) => stepsOn(page).filter({ hasText: name })
const panelOn = (page: Page) => page.getByRole('region', { name: 'Step' })
const textOn = (page: Page, name: string) => panelOn(page).getByRole('textbox', { name, exact: true })

async function begin(page: Page, name: string): Promise<void> {
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workflow' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await stepOn(page, 'Say hello').waitFor()
}

async function addAfter(page: Page, step: string, type: string): Promise<void> {
  await stepOn(page, step).click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Find a type of step' }).fill(type)
  await page.keyboard.press('Enter')
}

async function run(page: Page, input: object): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run now' })
  await dialog.getByRole('radio', { name: 'JSON' }).click()
  await dialog.getByRole('textbox', { name: 'Input' }).fill(JSON.stringify(input))
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Draws a line from an exit of one step to another. */
async function connect(page: Page, from: string, exit: string, to: string): Promise<void> {
  await stepOn(page, from).locator(`[data-handleid="${exit}"]`).hover()
  await page.mouse.down()
  const target = stepOn(page, to).locator('.react-flow__handle-left')
  await target.hover({ force: true })
  // The line is where the pointer was last.
  await target.hover({ force: true, position: { x: 4, y: 4 } })
  await page.mouse.up()
}

test('a flow is drawn, run, watched, and what it did is used again', async () => {
  await using person = await visit()
  const { page } = person
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await begin(page, 'Watched')
  await addAfter(page, 'Say hello', 'code')
  await textOn(page, 'Code').fill('return { total: 5, list: [{ city: "Oslo" }] }')
  await addAfter(page, 'Code', 'condition')
  await addAfter(page, 'Condition', 'end')
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await page.keyboard.press('1')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(3)
  expect(await page.locator('.react-flow__edge').first().getAttribute('aria-label')).toMatch(/^Line from .+ to .+/)
  await connect(page, 'Condition', 'next', 'End')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(4)
  await stepOn(page, 'End').click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Delete')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(2)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(4)

  await run(page, { name: 'Bo' })
  await page.getByText('The run is completed.').waitFor()
  await stepOn(page, 'Code').getByText('Done').waitFor()
  await stepOn(page, 'Condition').getByText('Done').waitFor()
  expect(await barriersOn(page)).toEqual([])

  // What the code answered is pinned, and the next run takes it.
  await stepOn(page, 'Code').click({ position: { x: 60, y: 20 } })
  await panelOn(page).getByRole('radio', { name: 'Last run' }).click()
  await panelOn(page).getByRole('button', { name: 'Pin this' }).click()
  await stepOn(page, 'Code').getByLabel('Has pinned data').waitFor()
  expect(await barriersOn(page)).toEqual([])

  // A value of the run is put into the field that one was in; another is completed by keys.
  await stepOn(page, 'Condition').click({ position: { x: 60, y: 20 } })
  await panelOn(page).getByRole('radio', { name: 'Settings' }).click()
  await textOn(page, 'Value of rule 1').click()
  await panelOn(page).getByRole('radio', { name: 'Last run' }).click()
  await panelOn(page)
    .getByRole('button', { name: /^Insert output\.run_code\.total/ })
    .click()
  await expect.poll(() => textOn(page, 'Value of rule 1').inputValue()).toBe('{{output.run_code.total}}')
  await panelOn(page).getByRole('combobox', { name: 'Comparison of rule 1' }).click()
  await page.getByRole('option', { name: 'is greater than' }).click()
  await textOn(page, 'Compared with, rule 1').fill('4')
  await stepOn(page, 'End').click({ position: { x: 60, y: 20 } })
  await textOn(page, 'Result').click()
  await page.keyboard.type('{{city')
  const option = page.getByRole('option', { name: /output\.run_code\.list\.0\.city/ })
  await option.waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => textOn(page, 'Result').inputValue()).toBe('{{output.run_code.list.0.city}}')
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('textbox', { name: 'Note', exact: true }).first().fill('Ask Kim before this is changed')

  await run(page, { name: 'Ada' })
  await page.getByText('The run is completed.').waitFor()
  await stepOn(page, 'Code').getByText('Took pinned data').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await toastOn(page, 'Workflow saved').waitFor()
  await page.reload()
  await stepOn(page, 'Code').getByLabel('Has pinned data').waitFor()
  await stepOn(page, 'Code').getByText('Took pinned data').waitFor()
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(4)
  await page.getByText('Ask Kim before this is changed').waitFor()

  // From the log the run leads back to here.
  await page.getByRole('link', { name: 'Open the log' }).click()
  await page.getByRole('link', { name: 'Open in the editor with this data' }).click()
  await stepOn(page, 'End').click({ position: { x: 60, y: 20 } })
  await panelOn(page).getByRole('radio', { name: 'Last run' }).click()
  await panelOn(page).getByText('Oslo').first().waitFor()
  expect(person.faults).toEqual([])
})

test('a step that asks is answered where it is watched, a failure shows where it happened', async () => {
  await using person = await visit()
  const { page } = person
  await begin(page, 'Asked')
  await addAfter(page, 'Say hello', 'Ask a person')
  await textOn(page, 'Question').fill('Shall it go on?')
  await addAfter(page, 'Ask a person', 'code')
  await textOn(page, 'Code').fill('throw new Error("No way")')
  await run(page, {})
  await stepOn(page, 'Ask a person').getByText('Waiting').waitFor()
  await stepOn(page, 'Code').getByText('Not reached yet').waitFor()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('The run failed.').waitFor()
  await stepOn(page, 'Code').getByText('Failed').waitFor()
  await stepOn(page, 'Ask a person').getByText('Done').waitFor()
  expect(person.faults).toEqual([])
})

const flowText = (name: string) =>
  JSON.stringify({ starting_step_id: 'say', flow: { steps: { say: { type: 'message', name, text: 'Hello' } } } })

test('the picture and the text beside it follow each other', async () => {
  await using person = await visit()
  const { page } = person
  await begin(page, 'Both')
  await page.getByRole('switch', { name: 'Show JSON' }).click()
  const text = page.getByRole('textbox', { name: 'flow.json' })
  await text.getByText('Say hello').waitFor()
  await stepOn(page, 'Say hello').click({ position: { x: 60, y: 20 } })
  await textOn(page, 'Name').fill('Greet')
  await text.getByText('"Greet"').waitFor()
  await text.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(flowText('Welcome'))
  await stepOn(page, 'Welcome').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await stepOn(page, 'Say hello').waitFor()
  await text.getByText('"Say hello"').waitFor()
  expect(await barriersOn(page)).toEqual([])
  expect(person.faults).toEqual([])
})

test('a step that is added, or whose problem is looked for, comes into sight', async () => {
  await using person = await visit()
  const { page } = person
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await begin(page, 'Long')
  const isInSight = async (name: string) => {
    const [canvas, step] = [
      await page.locator('.workflow-canvas').boundingBox(),
      await stepOn(page, name).boundingBox(),
    ]
    return canvas && step && step.x >= canvas.x && step.x + step.width <= canvas.x + canvas.width
  }
  const types = ['Say hello', 'Set values', 'Model', 'Tool', 'Web request', 'Condition']
  for (const [index, type] of types.slice(1).entries()) {
    await addAfter(page, types[index] ?? '', type)
    await expect.poll(() => isInSight(type)).toBe(true)
  }
  await expect.poll(() => isInSight('Say hello')).toBe(false)
  await page.locator('.react-flow__pane').click({ position: { x: 400, y: 60 } })
  await page.getByRole('button', { name: /^Tool/ }).first().click()
  await expect.poll(() => isInSight('Tool')).toBe(true)
  expect(person.faults).toEqual([])
})

test('what is wrong with a flow is marked in its text, where it is written', async () => {
  await using person = await visit()
  const { page } = person
  await begin(page, 'Marked')
  await stepOn(page, 'Say hello').click({ position: { x: 60, y: 20 } })
  await textOn(page, 'Text').fill('Hello from {{NOWHERE}}')
  await page.getByRole('link', { name: 'JSON' }).click()
  const marked = page.locator('.cm-problem')
  await expect
    .poll(() => marked.allTextContents())
    .toEqual([expect.stringContaining('"text": "Hello from {{NOWHERE}}"')])
  expect(await marked.getAttribute('title')).toContain('NOWHERE')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await marked.waitFor({ state: 'detached' })
  expect(person.faults).toEqual([])
})

test('a run by hand asks for what the flow reads, without a word of JSON', async () => {
  await using person = await visit()
  const { page } = person
  await begin(page, 'Plain')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run now' })
  await dialog.getByRole('textbox', { name: 'Value of name' }).fill('Ada')
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('The run is completed.').waitFor()
  await page.getByRole('link', { name: 'Open the log' }).click()
  await page.getByText('"name": "Ada"').waitFor()
  expect(person.faults).toEqual([])
})

test('a long flow is opened at its beginning, large enough to be read, and is shown whole when asked', async () => {
  await using person = await visit({ at: '/workflows' })
  const { page } = person
  const names = ['First', ...Array.from({ length: 10 }, (_, n) => `Middle ${n}`), 'Last']
  const steps = names.map((name, n) => [`s${n}`, { type: 'message', name, text: 'Hello', next: `s${n + 1}` }] as const)
  const flow = { steps: { ...Object.fromEntries(steps), s12: { type: 'end', name: 'End' } } }
  const id: string = await page.evaluate(async (flow) => {
    const whoami = await (await fetch('/api/init/whoami')).json()
    const made = await fetch(`/api/organizations/${whoami.current_organization_id}/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Long', flow, starting_step_id: 's0' }),
    })
    return (await made.json()).id
  }, flow)
  await page.goto(`/workflows/${id}`)
  const box = async (name: string) => (await stepOn(page, name).boundingBox()) ?? { x: -1, width: 0 }
  await expect.poll(async () => (await box('First')).width).toBeGreaterThan(100)
  expect((await box('First')).x).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Fit to window' }).click()
  await expect.poll(async () => (await box('Last')).x).toBeLessThan(1440)
  expect((await box('Last')).width).toBeLessThan(100)
  expect(person.faults).toEqual([])
})
