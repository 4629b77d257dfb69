import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdf, wordDocument, workbook } from '../server/src/testing/files/office-files.ts'
import { phone } from './browser.ts'
import { composerOn } from './chat.ts'
import { openFolder, rowOn } from './drive.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const textOn = (page: Page, name: string) => page.getByRole('textbox', { name: `Text of ${name}` })
const open = (page: Page, path: string) => page.goto(`/storage?line=1&file=${encodeURIComponent(path)}`)

test('a new text is written, saved by the keys, and read as Markdown', async () => {
  await using person = await visit()
  const { page } = person
  const { read, folder } = await openFolder(page, [])
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Text file' }).click()
  await page.getByRole('textbox', { name: 'File name' }).fill('plan')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'plan.md' }).waitFor()
  await page.getByRole('radio', { name: 'Edit' }).click()
  await textOn(page, 'plan.md').click()
  await page.keyboard.type('# Our plan')
  await page.getByText('Unsaved').waitFor()
  await page.keyboard.press('Control+S')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await read(`${folder}/plan.md`)).toBe('# Our plan')
  await page.getByRole('radio', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Our plan' }).waitFor()
  expect(person.faults).toEqual([])
})

test('what is not saved is not left behind without a question', async () => {
  await using person = await visit()
  const { page } = person
  const { folder, read } = await openFolder(page, ['a.txt'])
  await rowOn(page, 'a.txt').dblclick()
  await textOn(page, 'a.txt').click()
  await page.keyboard.type('mine ')
  await page.getByRole('button', { name: 'Back to the folder' }).click()
  await page.getByRole('dialog').getByText('Stay').click()
  await page.getByRole('button', { name: 'Back to the folder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await rowOn(page, 'a.txt').waitFor()
  expect(await read(`${folder}/a.txt`)).toBe(`${folder}/a.txt`)
  expect(person.faults).toEqual([])
})

test('a text that nobody is changing here follows what others write', async () => {
  await using person = await visit()
  const { page } = person
  const { folder, change } = await openFolder(page, ['b.txt'])
  await open(page, `${folder}/b.txt`)
  await textOn(page, 'b.txt').getByText(`${folder}/b.txt`).waitFor()
  await change(`${folder}/b.txt`, 'written elsewhere')
  await textOn(page, 'b.txt').getByText('written elsewhere').waitFor()
  expect(person.faults).toEqual([])
})

test('of two who write at once neither loses a word', async () => {
  await using person = await visit()
  const { page } = person
  const { folder, change, read, names } = await openFolder(page, ['c.txt'])
  await open(page, `${folder}/c.txt`)
  await textOn(page, 'c.txt').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and mine')
  await change(`${folder}/c.txt`, 'theirs')
  const bar = page.getByRole('alert').filter({ hasText: 'This file was changed elsewhere' })
  await bar.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('dialog').locator('ins').getByText('and mine').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save mine as a copy' }).click()
  await textOn(page, 'c.txt').getByText('theirs').waitFor()
  await expect.poll(() => names(folder)).toEqual(['c (2).txt', 'c.txt'])
  expect(await read(`${folder}/c (2).txt`)).toBe(`${folder}/c.txt and mine`)
  expect(await read(`${folder}/c.txt`)).toBe('theirs')

  await textOn(page, 'c.txt').click()
  await page.keyboard.type('again ')
  await change(`${folder}/c.txt`, 'theirs anew')
  await bar.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => read(`${folder}/c.txt`)).toContain('again ')
  expect(person.faults).toEqual([])
})

test('a file that is moved while it is written in takes the words along, and one that is deleted can be saved again', async () => {
  await using person = await visit()
  const { page } = person
  const { folder, post, remove, read } = await openFolder(page, ['d.txt', 'to/x.md'])
  await open(page, `${folder}/d.txt`)
  await textOn(page, 'd.txt').click()
  await page.keyboard.type('kept ')
  await post('/folder/move', { source_path: `${folder}/d.txt`, dest_path: `${folder}/to` })
  await page.waitForURL((url) => url.searchParams.get('file') === `${folder}/to/d.txt`)
  await page.keyboard.press('Control+S')
  await expect.poll(() => read(`${folder}/to/d.txt`)).toContain('kept ')
  await remove(`${folder}/to/d.txt`)
  await page.getByText('This file was deleted while you had it open.').waitFor()
  await page.getByRole('button', { name: 'Save it again' }).click()
  await expect.poll(() => read(`${folder}/to/d.txt`)).toContain('kept ')
  expect(person.faults).toEqual([])
})

test('a text that is only kept here is read and not changed', async () => {
  await using person = await visit()
  const { page } = person
  const { upload, folder } = await openFolder(page, [])
  await upload(folder, 'Main.java', Buffer.from('class Main {}'))
  await upload(folder, 'Latin.java', Buffer.from('Gr\xfc\xdfe', 'latin1'))
  await rowOn(page, 'Main.java').dblclick()
  await textOn(page, 'Main.java').getByText('class Main {}').waitFor()
  await page.getByText('Read only').waitFor()
  await textOn(page, 'Main.java').click()
  await page.keyboard.type('x')
  expect(await textOn(page, 'Main.java').textContent()).toBe('class Main {}')
  await page.getByRole('button', { name: 'Back to the folder' }).click()
  await rowOn(page, 'Latin.java').dblclick()
  await page.getByText('This file isn’t UTF-8 text').waitFor()
  expect(person.faults).toEqual([])
})

test('tables are shown as tables', async () => {
  await using person = await visit({ at: `/storage?file=${encodeURIComponent('Customer service/Price list.csv')}` })
  const { page } = person
  await page.getByRole('columnheader', { name: 'price_eur' }).waitFor()
  await page.getByRole('cell', { name: 'Rain cover' }).waitFor()
  const { upload, folder } = await openFolder(page, [])
  await upload(
    folder,
    'book.xlsx',
    await workbook({
      First: [[1, ['one']]],
      Second: [
        [1, ['head']],
        [2, ['two']],
      ],
    }),
  )
  await upload(folder, 'broken.xlsx', Buffer.from('no workbook'))
  await rowOn(page, 'book.xlsx').dblclick()
  await page.getByRole('button', { name: 'Second' }).click()
  await page.getByRole('cell', { name: 'two' }).waitFor()
  await page.getByRole('button', { name: 'Back to the folder' }).click()
  await rowOn(page, 'broken.xlsx').dblclick()
  await page.getByText('Couldn’t read the sheets.').waitFor()
  expect(person.faults).toEqual([])
})

test('pictures are shown, and what cannot be shown is offered for download', async () => {
  await using person = await visit()
  const { page } = person
  const { upload, folder } = await openFolder(page, [])
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>document.title="x"</script></svg>'
  await upload(folder, 'drawing.svg', Buffer.from(drawing))
  await upload(folder, 'old.doc', Buffer.from('no letter'))
  await rowOn(page, 'drawing.svg').dblclick()
  const picture = page.getByRole('img', { name: 'drawing.svg' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  expect(await page.title()).toContain('drawing.svg')
  await page.getByRole('button', { name: 'Back to the folder' }).click()
  await rowOn(page, 'old.doc').dblclick()
  await page.getByText('No preview for this file type').waitFor()
  expect(await page.getByRole('link', { name: 'Download' }).count()).toBe(2)
  expect(person.faults).toEqual([])
})

test('a document that the browser cannot show is shown as the text that teammates read', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  const { upload, folder, indexStates } = await openFolder(page, [])
  await upload(folder, 'letter.docx', await wordDocument(['Dear customer,', 'your parcel is on its way.']))
  await upload(folder, 'lease.pdf', pdf(['Rent is due on Mondays.', 'Signed in Riga.']))
  await upload(folder, 'broken.docx', Buffer.from('no letter'))
  const file = (name: string) => `/storage?file=${encodeURIComponent(`${folder}/${name}`)}`
  await page.goto(file('letter.docx'))
  await page.getByRole('region', { name: 'Text of letter.docx' }).getByText('your parcel is on its way.').waitFor()
  await page.goto(`${file('lease.pdf')}&part=2`)
  const lease = page.getByRole('region', { name: 'Text of lease.pdf' })
  await lease.getByRole('heading', { name: 'Page 2' }).waitFor()
  await lease.getByText('Signed in Riga.').waitFor()
  await lease.getByRole('link', { name: 'Open the PDF' }).waitFor()
  await expect.poll(async () => (await indexStates(folder)).includes('Indexing failed')).toBe(true)
  await page.goto(file('broken.docx'))
  await page.getByText('No preview for this file type').waitFor()
})

test('# mentions a file that the teammate may read, and none that it may not', async () => {
  await using person = await visit({ at: '/staff' })
  const { page } = person
  await page.getByRole('link', { name: 'Chat with Robin' }).click()
  await composerOn(page).click()
  await page.keyboard.type('Look at #retu')
  await page.getByRole('option', { name: /Returns policy.md/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOn(page).inputValue()).toBe('Look at #Customer service/Returns policy.md ')
  await page.keyboard.type('and #team')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(person.faults).toEqual([])
})
