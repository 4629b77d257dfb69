import { expect, test } from 'vitest'
import { phone } from './browser.ts'
import { openFolder, rowOn } from './drive.ts'
import { toastOn } from './toast.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()

test('a file that cannot be indexed says why, and is indexed again when that is asked for', async () => {
  await using person = await visit()
  const { page } = person
  const { upload, folder, indexStates } = await openFolder(page, ['fine.md'])
  await upload(folder, 'broken.pdf', Buffer.from('%PDF-1.4 cut off'))
  const failed = rowOn(page, 'broken.pdf').getByText('Indexing failed').filter({ visible: true })
  await failed.waitFor()
  expect(await failed.locator('..').getAttribute('title')).toBeTruthy()
  await rowOn(page, 'broken.pdf').click({ button: 'right' })
  const asked = page.waitForResponse((response) => response.url().includes('/file/reindex'))
  await page.getByRole('menuitem', { name: 'Re-index' }).click()
  expect(await (await asked).json()).toMatchObject({ index_state: 'Queued for indexing' })
  await expect.poll(() => indexStates(folder)).toContain('Indexing failed')
  await failed.waitFor()
  await page.keyboard.press('Backspace')
  await rowOn(page, folder).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Re-index failed files' }).click()
  await toastOn(page, '1 file queued').waitFor()
  expect(person.faults).toEqual([])
})

test('a Word document looks like a document, not like code', async () => {
  await using person = await visit()
  const { page } = person
  const { upload, folder } = await openFolder(page, ['fine.md'])
  await upload(folder, 'letter.docx', Buffer.from('PK'))
  await rowOn(page, 'letter.docx').locator('svg.lucide-file-text').waitFor()
})

test('on a phone the list says that a file could not be indexed, and the file says why', async () => {
  await using person = await visit({ viewport: phone, language: 'ru' })
  const { page } = person
  const { upload, folder } = await openFolder(page, ['fine.md'])
  await upload(folder, 'broken.pdf', Buffer.from('%PDF-1.4 cut off'))
  await rowOn(page, 'broken.pdf').getByText('Ошибка индексации').filter({ visible: true }).waitFor()
  await page.goto(`/storage?file=${encodeURIComponent(`${folder}/broken.pdf`)}`)
  await page.getByText('По этому файлу нельзя искать. PDF не читается').waitFor()
  expect(person.faults).toEqual([])
})
