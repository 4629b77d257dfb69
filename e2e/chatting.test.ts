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
  await send(page, 'Look at these')
  await expect.poll(() => answerOn(page)).toContain('You said “Look at these”')

  await page.reload()
  await page.getByRole('button', { name: 'Open photo.png' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('notes.txt').click()])
  expect(download.suggestedFilename()).toBe('notes.txt')
  expect(person.faults).toEqual([])
})

test('a file that is dropped on the chat is attached, and where it would go is shown as long as it hovers', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Remember the milk.'], 'notes.txt'))
    return transfer
  })
  const hint = page.getByText('Drop files to attach them')
  const composer = composerOn(page)
  await composer.dispatchEvent('dragenter', { dataTransfer })
  await hint.waitFor()
  await composer.dispatchEvent('dragleave', { dataTransfer })
  await hint.waitFor({ state: 'detached' })
  await composer.dispatchEvent('dragenter', { dataTransfer })
  await composer.dispatchEvent('drop', { dataTransfer })
  await page.getByRole('list', { name: 'Attached files' }).getByText('notes.txt').waitFor()
  await hint.waitFor({ state: 'detached' })
  expect(person.faults).toEqual([])
})

test('an answer that is stopped keeps what was written, and the next one comes', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'slowly count to 500')
  await expect.poll(() => answerOn(page)).toMatch(/\b9\b/)
  await page.getByRole('button', { name: 'Stop the answer' }).click()
  await page.getByRole('button', { name: 'Stop the answer' }).waitFor({ state: 'detached' })
  await page.getByText(/^Stopped after \d/).waitFor()
  const stopped = await answerOn(page)
  expect(stopped).toMatch(/\b9\b/)
  await page.reload()
  await expect.poll(() => answerOn(page)).toContain(stopped)
  await page.getByText(/^Stopped after \d/).waitFor()
  await send(page, 'count to 3')
  await expect.poll(() => answerOn(page)).toBe('1 2 3')
  expect(person.faults).toEqual([])
})

test('what is sent before the chat has been read is sent as soon as it is there', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'count to 3')
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  const isAsked = Promise.withResolvers<void>()
  const messages = /\/messages\?/
  await page.route(messages, async (route) => {
    await isAsked.promise
    await route.continue()
  })
  await page.reload()
  await composerOn(page).fill('And one more')
  await composerOn(page).press('Enter')
  expect(await composerOn(page).inputValue()).toBe('And one more')
  isAsked.resolve()
  await expect.poll(() => answerOn(page)).toContain('And one more')
  expect(await composerOn(page).inputValue()).toBe('')
  expect(person.faults).toEqual([])
})

test('a second message that is sent while the first one opens its chat goes into the same chat', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  const isSent = Promise.withResolvers<void>()
  await page.route(/\/messages$/, async (route) => {
    await isSent.promise
    await route.continue()
  })
  await send(page, 'The first')
  await composerOn(page).fill('The second')
  await composerOn(page).press('Enter')
  isSent.resolve()
  await expect.poll(() => answerOn(page)).toContain('The second')
  expect(await page.locator('ol').getByText('The first', { exact: true }).count()).toBe(1)
  expect(await composerOn(page).inputValue()).toBe('')
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
  await expect.poll(() => answerOn(page)).toContain('Ask @Robin')
  await page.keyboard.press('ArrowUp')
  expect(await composerOn(page).inputValue()).toBe('Ask @Robin about it\nplease')
  await page.keyboard.press('Alt+C')
  await page.getByRole('navigation', { name: 'Chats' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+C')
  await page.getByRole('navigation', { name: 'Chats' }).waitFor()
  expect(person.faults).toEqual([])
})

test('the palette starts a chat and leads to the trash and to a part of the settings', async () => {
  await using person = await visit()
  const { page } = person
  await composerOn(page).waitFor()
  const choose = async (text: string, option: string) => {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill(text)
    await page.getByRole('option', { name: option }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await choose('trash', 'Trash')
  await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
  await choose('model vendors', 'Settings: model vendors')
  await page.waitForURL('**/settings/vendors')
  await choose('start a new', 'Start a new chat')
  await page.waitForURL((url) => url.searchParams.get('conversation') === 'new')
  expect(person.faults).toEqual([])
})

test('asked what the files say, Robin quotes the passage and names its file and line', async () => {
  await using person = await visit()
  const { page } = person
  await composerOn(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Robin')
  await page.getByRole('option', { name: /Chat with Robin/ }).click()
  await page.getByRole('textbox', { name: 'Message Robin' }).waitFor()
  await newChat(page)
  await send(page, 'What is the return policy?')
  const answer = page.locator('.markdown').last()
  await answer.getByText('within 30 days of its delivery').waitFor()
  await answer.getByText(/^Customer service\/Returns policy\.md:\d+/).waitFor()
  await page
    .getByText(/^(Search files by meaning|Search in files)$/)
    .first()
    .waitFor()
  expect(person.faults).toEqual([])
})

test('on a phone one finds a chat in the drawer and continues in it', async () => {
  await using person = await visit({ viewport: phone })
  const { page } = person
  await newChat(page)
  await send(page, 'count to 4')
  await expect.poll(() => answerOn(page)).toContain('1 2 3 4')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByRole('link', { name: /count to 4/i })
    .first()
    .click()
  await drawer.waitFor({ state: 'detached' })
  await send(page, 'count to 6')
  await expect.poll(() => answerOn(page)).toBe('1 2 3 4 5 6')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(person.faults).toEqual([])
})

test('what is too large to come with an answer is read from its tool when someone asks for it', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  const content = `${'a line of many\\n'.repeat(1500)}the very end`
  await send(page, `call storage.write_file {"path": "long.md", "content": "${content}"}`)
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('/payloads/') && fetched.push(request.url()))
  await page.getByText('Write a file').click()
  const show = page.getByRole('button', { name: /^Show input \(\d/ })
  await show.waitFor()
  expect(fetched).toEqual([])
  await show.click()
  await page.locator('pre').filter({ hasText: 'the very end' }).waitFor()
  expect(fetched).toHaveLength(1)
  await page.reload()
  await page.getByText('Write a file').click()
  await show.click()
  await page.locator('pre').filter({ hasText: 'the very end' }).waitFor()
  expect(person.faults).toEqual([])
})

test('messages that come in quick succession stay in view', async () => {
  await using person = await visit()
  const { page } = person
  await newChat(page)
  await send(page, 'count to 3')
  await expect.poll(() => answerOn(page)).toContain('1 2 3')
  // The second one comes before the browser has reported the scrolling that the first one caused.
  const distance = await page.evaluate(async () => {
    const list = document.querySelector('main ol')
    const frame = list?.closest('section')
    if (!list || !frame) throw new Error('There are no messages')
    const add = () => list.append(Object.assign(document.createElement('li'), { style: 'height: 900px' }))
    const scrolled = () => new Promise((done) => frame.addEventListener('scroll', done, { once: true }))
    const first = scrolled()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = add
    const seen = new ResizeObserver(() => {
      if (list.children.length > before) {
        seen.disconnect()
        port2.postMessage(null)
      }
    })
    const before = list.children.length
    seen.observe(list)
    add()
    await first
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return frame.scrollHeight - frame.scrollTop - frame.clientHeight
  })
  expect(distance).toBeLessThan(2)
  expect(person.faults).toEqual([])
})
