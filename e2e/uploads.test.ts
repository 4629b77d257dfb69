import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gridOn, openFolder, rowOn } from './drive.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const file = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)

/** Drops a folder as the file manager does; a page cannot make such a drag itself, so its entries are stood in for. */
async function dropFolder(page: Page, onto: string, tree: object): Promise<void> {
  await page
    .getByText(onto, { exact: true })
    .first()
    .evaluate((element, tree) => {
      const entryOf = (name: string, node: unknown): unknown =>
        typeof node === 'string'
          ? {
              name,
              isFile: true,
              isDirectory: false,
              file: (done: (file: File) => void) => done(new File([node], name)),
            }
          : {
              name,
              isFile: false,
              isDirectory: true,
              createReader: () => {
                const batches = [Object.entries(node as object).map(([name, node]) => entryOf(name, node)), []]
                return { readEntries: (done: (entries: unknown) => void) => done(batches.shift() ?? []) }
              },
            }
      const items = Object.entries(tree).map(([name, node]) => ({
        kind: 'file',
        webkitGetAsEntry: () => entryOf(name, node),
      }))
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { bubbles: true, cancelable: true })
        Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, dropEffect: 'none' } })
        element.dispatchEvent(event)
      }
    }, tree)
}

test('files are uploaded, those that cannot be say why, and the rest arrive', async () => {
  await using person = await visit()
  const { page } = person
  const { names, folder } = await openFolder(page, ['seed.md'])
  const large = { ...file('large.md'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'x') }
  await choose(page, [file('a.md'), file('b.csv'), file('tool.exe'), large])
  await tray(page).getByText('2 uploaded, 2 failed').first().waitFor()
  await tray(page).getByText('This file type can’t be uploaded.').waitFor()
  await tray(page).getByText('Files may be up to 10 MB.').waitFor()
  await rowOn(page, 'a.md').waitFor()
  expect(await names(folder)).toEqual(['a.md', 'b.csv', 'seed.md'])
  await tray(page).getByRole('button', { name: 'Close' }).click()
  await tray(page).waitFor({ state: 'detached' })
  expect(person.faults).toEqual([])
})

test('a dropped folder arrives with everything in it, empty folders too', async () => {
  await using person = await visit()
  const { page } = person
  const { names, folder } = await openFolder(page, ['into/seed.md', 'other.md'])
  await dropFolder(page, 'into', { site: { 'index.html': '<p>', css: { 'main.css': 'p {}' }, empty: {} }, 'x.md': 'x' })
  await tray(page).getByText('3 uploaded').first().waitFor()
  expect(await names(`${folder}/into`)).toEqual(['seed.md', 'site', 'x.md'])
  expect(await names(`${folder}/into/site`)).toEqual(['css', 'empty', 'index.html'])
  expect(await names(`${folder}/into/site/css`)).toEqual(['main.css'])
  expect(person.faults).toEqual([])
})

test('of names that are taken one is asked once, and each answer does what it says', async () => {
  await using person = await visit()
  const { page } = person
  const { names, read, folder } = await openFolder(page, ['a.md', 'b.md'])
  const question = page.getByRole('dialog', { name: '2 of these files already exist' })
  const bring = () => choose(page, [file('a.md', 'new a'), file('b.md', 'new b')])
  await bring()
  await question.getByRole('button', { name: 'Skip' }).last().click()
  await question.waitFor({ state: 'detached' })
  expect(await read(`${folder}/a.md`)).toBe(`${folder}/a.md`)
  await bring()
  await question.getByRole('button', { name: 'Keep both' }).click()
  await expect.poll(() => names(folder)).toEqual(['a (2).md', 'a.md', 'b (2).md', 'b.md'])
  expect(await read(`${folder}/a (2).md`)).toBe('new a')
  await bring()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect.poll(() => read(`${folder}/b.md`)).toBe('new b')
  expect(await names(folder)).toHaveLength(4)
  expect(person.faults).toEqual([])
})

test('uploads continue while one is elsewhere, can be cancelled, and come through a lost network', async () => {
  await using person = await visit()
  const { page, context } = person
  const { names, folder } = await openFolder(page, ['seed.md'])
  const pending: (() => Promise<void>)[] = []
  await page.route('**/storage/upload', (route) => void pending.push(() => route.continue()))
  await choose(page, [file('kept.md'), file('dropped.md')])
  await expect.poll(() => pending.length).toBe(2)
  await page.getByRole('link', { name: 'Teammates' }).click()
  const isGivenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/storage/upload'))
  await tray(page).getByRole('button', { name: 'Cancel dropped.md' }).click()
  await isGivenUp
  for (const go of pending) await go().catch(() => undefined)
  await tray(page).getByText('1 uploaded').first().waitFor()
  expect(await names(folder)).toEqual(['kept.md', 'seed.md'])

  await page.unroute('**/storage/upload')
  await page.getByRole('link', { name: 'Storage' }).first().click()
  await gridOn(page).waitFor()
  let isLost = true
  await page.route('**/storage/upload', (route) => (isLost ? route.abort('internetdisconnected') : route.continue()))
  await choose(page, [file(`${folder}.md`)])
  await tray(page).getByText('Connection lost.').waitFor()
  isLost = false
  await context.setOffline(true)
  await context.setOffline(false)
  await rowOn(page, `${folder}.md`).waitFor()
  expect(person.faults).toEqual([])
})

test('a folder that could not be made when the network was away is made with all in it when it is tried again', async () => {
  await using person = await visit()
  const { page } = person
  const { names, folder } = await openFolder(page, ['into/seed.md'])
  let isLost = true
  await page.route('**/storage/folder', (route) => (isLost ? route.abort() : route.fallback()))
  await dropFolder(page, 'into', { site: { css: { 'main.css': 'p {}' } }, empty: {} })
  await tray(page).getByText('2 failed').first().waitFor()
  isLost = false
  await tray(page).getByRole('button', { name: 'Retry main.css' }).click()
  await tray(page).getByText('1 uploaded, 1 failed').first().waitFor()
  await tray(page).getByRole('button', { name: 'Retry empty' }).click()
  await expect.poll(() => names(`${folder}/into`)).toEqual(['empty', 'seed.md', 'site'])
  expect(await names(`${folder}/into/site/css`)).toEqual(['main.css'])
  await tray(page).getByText('1 uploaded', { exact: true }).first().waitFor()
  expect(person.faults).toEqual([])
})
