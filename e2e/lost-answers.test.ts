import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openFolder } from './drive.ts'
import { AGAIN } from './send-again.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

/** What is written there reaches the server, and the page gets no answer. */
async function loseAnswers(page: Page, path: string, method: string): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch(AGAIN)
    await route.abort()
  })
}

/** Holds the answers back until the page knows of the change by an event. */
async function holdAnswers(page: Page, path: string, method: string) {
  const written = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch(AGAIN)
    written.resolve()
    await answered.promise
    await route.fulfill({ response })
  })
  return { written: written.promise, answer: answered.resolve }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const stepOn = (page: Page, name: string) => page.locator('.react-flow__node').filter({ hasText: name })

async function openWorkflow(page: Page, name: string): Promise<void> {
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workflow' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await stepOn(page, 'Say hello').click({ position: { x: 60, y: 20 } })
}

const nameOfStep = (page: Page) =>
  page.getByRole('region', { name: 'Step' }).getByRole('textbox', { name: 'Name', exact: true })

test('a workflow whose save was not answered is known as saved, and what was changed since is still unsaved', async () => {
  await using person = await visit()
  const { page } = person
  await openWorkflow(page, 'Lost')
  await loseAnswers(page, '**/workflows/*', 'PUT')
  await nameOfStep(page).fill('Greet')
  await save(page).click()
  await toastOn(page, 'Saved').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await save(page).isDisabled()).toBe(true)
  await page.unroute('**/workflows/*')
  await nameOfStep(page).fill('Greet all')
  await save(page).click()
  await expect.poll(() => save(page).isDisabled()).toBe(true)
  await page.reload()
  await stepOn(page, 'Greet all').waitFor()
  expect(person.faults).toEqual([])
})

test('a workflow whose save is answered late is not taken for one that a colleague changed', async () => {
  await using person = await visit()
  const { page } = person
  await openWorkflow(page, 'Late')
  const { written, answer } = await holdAnswers(page, '**/workflows/*', 'PUT')
  await nameOfStep(page).fill('Greet')
  await save(page).click()
  await written
  // The push of the same save reads the workflow again.
  await page.waitForResponse((response) => /\/workflows\/[^/]+$/.test(response.url()) && response.ok())
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.getByRole('alert').count()).toBe(0)
  answer()
  await toastOn(page, 'Saved').waitFor()
  expect(person.faults).toEqual([])
})

test('a file whose save was not answered is known as saved, not as changed elsewhere', async () => {
  await using person = await visit()
  const { page } = person
  const { folder, read } = await openFolder(page, ['note.txt'])
  await page.goto(`/storage?file=${encodeURIComponent(`${folder}/note.txt`)}`)
  await loseAnswers(page, '**/storage/file/content', 'PUT')
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Changed')
  await save(page).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await read(`${folder}/note.txt`)).toBe('Changed')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(person.faults).toEqual([])
})

test('what was created though its answer was lost is there once when the button is pressed again', async () => {
  await using person = await visit()
  const { page } = person
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workflow' })
  await dialog.getByLabel('Name').fill('Pressed twice')
  await loseAnswers(page, '**/workflows', 'POST')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.unroute('**/workflows')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await stepOn(page, 'Say hello').waitFor()
  await page.goto('/workflows')
  await page.getByRole('link', { name: 'Pressed twice' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Pressed twice' }).count()).toBe(1)
  expect(person.faults).toEqual([])
})
