import { expect, test } from 'vitest'
import { phone } from './browser.ts'
import { answerOn, composerOn, newChat, send } from './chat.ts'
import { journeys } from './visit.ts'

const { visit } = await journeys()
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture and a document go along with a message, are shown with it, and are there after a reload', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  const files = [
    { name: 'photo.png', mimeType: 'image/png', buffer: pixel },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk.') },
  ]
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('list', { name: 'Attached files' }).getByText('notes.txt').waitFor()
  await send(page, 'What is in these?')
  await expect.poll(() => answerOn(page)).toContain('You sent a picture')

  await page.reload()
  await page.getByRole('button', { name: 'Open photo.png' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('notes.txt').click()])
  expect(download.suggestedFilename()).toBe('notes.txt')
  expect(person.faults).toEqual([])
})

test('a file that is too large is refused with a sentence, and the others stay', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('small') },
    { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'x') },
  ])
  await page.getByText('“large.txt” is larger than 10 MB.').waitFor()
  expect(await page.getByRole('list', { name: 'Attached files' }).getByRole('listitem').count()).toBe(1)
})

test('an answer that is stopped keeps what was written, and the next one comes', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'slowly count to 500')
  await expect.poll(() => answerOn(page)).toMatch(/\b9\b/)
  await page.getByRole('button', { name: 'Stop the answer' }).click()
  await page.getByRole('button', { name: 'Stop the answer' }).waitFor({ state: 'detached' })
  const stopped = await answerOn(page)
  expect(stopped).toMatch(/\b9\b/)
  await page.reload()
  await expect.poll(() => answerOn(page)).toBe(stopped)
  await send(page, 'count to 3')
  await expect.poll(() => answerOn(page)).toBe('1 2 3')
  expect(person.faults).toEqual([])
})

test('what is said in one tab is there in the other, with its generated title', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  const other = await person.newPage()
  await other.goto(page.url())
  await composerOn(other).waitFor()
  await send(page, 'Where is the umbrella of the director?')
  await other.getByText('Where is the umbrella of the director?', { exact: true }).waitFor()
  await expect.poll(() => answerOn(other)).toContain('You said')
  const rail = other.getByRole('navigation', { name: 'Chats' })
  await rail.getByRole('link', { name: /umbrella/ }).waitFor()
  expect(person.faults).toEqual([])
})

test('a chat is found by what was said in it, renamed, deleted, and taken back', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'Please remember the word xylophone')
  await expect.poll(() => answerOn(page)).toContain('xylophone')
  await newChat(page)

  await page.getByRole('combobox', { name: 'Search chats' }).fill('XYLOPH')
  const found = page.getByRole('listbox', { name: 'Chats found' })
  await found.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => answerOn(page)).toContain('xylophone')

  await page.getByRole('button', { name: 'Clear the search' }).click()
  const rail = page.getByRole('navigation', { name: 'Chats' })
  const open = async (action: string) => {
    await rail
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await rail.getByRole('link').first().hover()
  await open('Rename')
  await page.getByRole('textbox', { name: 'Title' }).fill('Music lessons')
  await page.keyboard.press('Enter')
  await rail.getByRole('link', { name: 'Music lessons' }).waitFor()
  await rail.getByRole('link', { name: 'Music lessons' }).hover()
  await open('Delete')
  await rail.getByRole('link', { name: 'Music lessons' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await rail.getByRole('link', { name: 'Music lessons' }).waitFor()
  await page.reload()
  await rail.getByRole('link', { name: 'Music lessons' }).waitFor()
  expect(person.faults).toEqual([])
})

test('an answer is judged with a comment, and the judgement is there after a reload', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'count to 2')
  await page.getByRole('button', { name: 'Bad answer' }).click()
  await page.getByRole('button', { name: 'Incomplete' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await page.getByText('Your feedback:').waitFor()
  await page.reload()
  await page.getByText('Your feedback:').waitFor()
  expect(await page.getByRole('button', { name: 'Bad answer' }).getAttribute('aria-pressed')).toBe('true')
  expect(person.faults).toEqual([])
})

test('everything is done by keyboard: the palette leads, a mention is chosen, sent text is recalled', async () => {
  await using person = await visit()
  const { page } = person
  await composerOn(page).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('ally')
  await page.getByRole('option', { name: /Chat with Ally/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message Ally' }).waitFor()
  await page.getByRole('textbox', { name: 'Message Ally' }).focus()
  await page.keyboard.type('Ask @Rob')
  await page.getByRole('option', { name: /Robin/ }).waitFor()
  await page.keyboard.press('Enter')
  expect(await composerOn(page).inputValue()).toBe('Ask @Robin ')
  await page.keyboard.type('about it')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('please')
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOn(page).inputValue()).toBe('')
  await page.keyboard.press('ArrowUp')
  expect(await composerOn(page).inputValue()).toBe('Ask @Robin about it\nplease')
  await page.keyboard.press('Alt+C')
  await page.getByRole('navigation', { name: 'Chats' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+C')
  await page.getByRole('navigation', { name: 'Chats' }).waitFor()
  expect(person.faults).toEqual([])
})

test('on a phone one finds a chat in the drawer and goes on in it', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  await composerOn(page).waitFor()
  await send(page, 'count to 4')
  await expect.poll(() => answerOn(page)).toContain('1 2 3 4')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /count to 4/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await send(page, 'count to 6')
  await expect.poll(() => answerOn(page)).toBe('1 2 3 4 5 6')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(person.faults).toEqual([])
})
