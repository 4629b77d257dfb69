import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { barriersOn } from './axe.ts'
import { openVisit, phone } from './browser.ts'
import { openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { quiet } from './quiet.ts'
import { AGAIN } from './send-again.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

const { server, browser, visit } = await journeys()
const site = await openCustomerSite(server.base_url)
afterAll(() => site.close())

const Messages = z.object({ data: z.array(z.object({ role: z.string(), content: z.string() })) })
const SECRET = 'This one is furious'
const listOn = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const rowOn = (page: Page, text: string) => listOn(page).getByRole('link').filter({ hasText: text }).first()
const noteOn = (page: Page) => page.getByRole('textbox', { name: /^Private note/ })
const replyOn = (page: Page) => page.getByRole('textbox', { name: /^Reply to / })
const optionOn = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('a note and its mention reach a colleague live, and the visitor never sees them', async () => {
  await using visitor = await openVisit(browser, site.origin)
  await using operator = await visit({ as: 'Alex Admin' })
  await using colleague = await visit({ as: 'Mia Member' })
  const [alex, mia] = [operator.page, colleague.page]
  await visitor.page.goto(site.page({ csp: true }))
  const chat = await openChat(visitor.page)
  await sendMessage(chat, 'count to 7')
  await chat.getByText('1 2 3 4 5 6 7', { exact: true }).waitFor()
  await mia.goto('/inbox')
  await mia.getByRole('button', { name: 'Mentions', exact: true }).waitFor()
  await alex.goto('/inbox')
  await rowOn(alex, '1 2 3 4 5 6 7').click()

  await replyOn(alex).waitFor()
  await alex.keyboard.press('n')
  await expect.poll(() => noteOn(alex).evaluate((field) => field === document.activeElement)).toBe(true)
  await alex.keyboard.type(`${SECRET}, @mi`)
  await optionOn(alex, /Mia Member/).waitFor()
  expect(await barriersOn(alex)).toEqual([])
  await alex.keyboard.press('Enter')
  expect(await noteOn(alex).inputValue()).toBe(`${SECRET}, @Mia Member `)
  await alex.keyboard.press('Enter')
  await alex.getByText('Private note', { exact: true }).waitFor()
  await expect.poll(() => noteOn(alex).inputValue()).toBe('')

  await mia.getByRole('button', { name: 'Mentions, 1 unread' }).click()
  await mia.getByRole('link').filter({ hasText: 'Alex Admin mentioned you' }).first().click()
  const messages = mia.getByRole('region', { name: /^Conversation with/ })
  await messages.getByText(SECRET).waitFor()
  await mia.getByRole('button', { name: 'Mentions', exact: true }).click()
  await listOn(mia).waitFor()
  await messages.getByText(SECRET).hover()
  expect(await messages.getByRole('button', { name: 'Delete the note' }).count()).toBe(0)

  await alex.getByText(SECRET).hover()
  await alex.getByRole('button', { name: 'Edit the note' }).click()
  await alex.getByRole('textbox', { name: 'Edit the note' }).fill(`${SECRET}, be kind`)
  await alex.keyboard.press('Enter')
  await messages.getByText(`${SECRET}, be kind`).waitFor()

  await alex.getByRole('button', { name: 'Change labels' }).click()
  await alex.getByRole('combobox', { name: 'Find or create a label' }).fill('Angry')
  await optionOn(alex, 'Create “Angry”').click()
  await rowOn(mia, 'Angry').waitFor()
  await mia.getByRole('combobox', { name: 'Label', exact: true }).click()
  await optionOn(mia, 'Angry').click()
  await expect.poll(() => listOn(mia).getByRole('link').count()).toBe(1)
  await alex.keyboard.press('Enter')
  await mia.getByText('No conversations with this label here').waitFor()
  await alex.keyboard.press('Escape')
  // Single keys mean something else as long as it is open.
  await alex.getByRole('combobox', { name: 'Find or create a label' }).waitFor({ state: 'detached' })

  await alex.keyboard.press('r')
  await replyOn(alex).fill('A person is here now.')
  await alex.keyboard.press('Enter')
  await chat.getByText('A person is here now.', { exact: true }).waitFor()
  expect(await chat.locator('body').textContent()).not.toMatch(/furious|Angry/)
  await alex.getByText(`${SECRET}, be kind`).hover()
  await alex.getByRole('button', { name: 'Delete the note' }).click()
  await alex.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await messages.getByText(SECRET).waitFor({ state: 'detached' })
  expect([...visitor.faults, ...operator.faults, ...colleague.faults]).toEqual([])
})

test('a canned reply is written down once, and put into a reply on a phone with the names filled in', async () => {
  await using operator = await visit({ as: 'Alex Admin', viewport: phone })
  const { page } = operator
  const visitors = await visitorsOf(page.context().request)
  await visitors.send({ external_id: 'shop-17', first_name: 'Vera' }, 'count to 8')
  await page.goto('/settings/inbox')
  await page.getByRole('button', { name: 'New reply' }).click()
  await page.getByRole('textbox', { name: 'Shortcut' }).fill('/thanks')
  await page.getByRole('textbox', { name: 'Text' }).fill('Thank you, {{contact.first_name}}! {{operator.name}}')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: '/thanks' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await barriersOn(page)).toEqual([])

  await page.goto('/inbox')
  await rowOn(page, 'Vera').click()
  await replyOn(page).click()
  await page.keyboard.type('Hello. /THA')
  await optionOn(page, /\/thanks/).waitFor()
  await quiet(page)
  expect(await barriersOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await replyOn(page).inputValue()).toBe('Hello. Thank you, Vera! Alex Admin')
  await page.getByRole('radio', { name: 'Note' }).click()
  await noteOn(page).fill('Not sent yet')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('radio', { name: 'Reply' }).click()
  expect(await replyOn(page).inputValue()).toBe('Hello. Thank you, Vera! Alex Admin')
  await page.getByRole('radio', { name: 'Note' }).click()
  expect(await noteOn(page).inputValue()).toBe('Not sent yet')
  expect(operator.faults).toEqual([])
})

/** A conversation with a visitor that the operator has taken over and open; and what the visitor has received in it. */
async function takenConversation(page: Page, external_id: string, message: string) {
  const api = page.context().request
  const visitors = await visitorsOf(api)
  await visitors.send({ external_id, first_name: message }, message)
  await page.goto('/inbox')
  await rowOn(page, message).click()
  await page.getByRole('button', { name: /^Take over/ }).click()
  await page.getByRole('button', { name: /^Back to AI/ }).waitFor()
  const id = new URL(page.url()).searchParams.get('conversation')
  return {
    received: async () => {
      const answer = await api.get(`${visitors.organization}/conversations/${id}/messages`)
      return Messages.parse(await answer.json()).data.filter(({ role }) => role === 'operator')
    },
  }
}
const focused = (field: Locator) =>
  expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true)
const PRIVATE = 'Back order, remember: neither jokes nor sorry, tell!'

for (const [way, choose] of [
  ['the mouse', async (page: Page) => page.getByRole('radio', { name: 'Note' }).click()],
  [
    'an arrow key that is held down',
    async (page: Page) => {
      await page.getByRole('radio', { name: 'Reply' }).focus()
      await page.keyboard.down('ArrowRight')
      await noteOn(page).waitFor()
      await page.keyboard.down('ArrowRight')
      await page.keyboard.up('ArrowRight')
    },
  ],
  [
    'the space bar',
    async (page: Page) => {
      await page.getByRole('radio', { name: 'Reply' }).focus()
      await page.getByRole('radio', { name: 'Note' }).focus()
      await page.keyboard.press('Space')
    },
  ],
  [
    'its shortcut, held down',
    async (page: Page) => {
      await focused(replyOn(page))
      await page.keyboard.press('Escape')
      for (let n = 0; n < 4; n++) await page.keyboard.down('n')
      await page.keyboard.up('n')
    },
  ],
] as const)
  test(`what is typed right after choosing a note by ${way} is a note, and no letter of it is a shortcut`, async () => {
    await using operator = await visit({ as: 'Alex Admin' })
    const { page } = operator
    const { received } = await takenConversation(page, `private-${way}`, `count to 9 by ${way}`)
    await choose(page)
    await page.keyboard.type(PRIVATE)
    expect(await noteOn(page).inputValue()).toBe(PRIVATE)
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: /^Conversation with/ })
      .getByText(PRIVATE)
      .waitFor()
    await page.getByRole('button', { name: /^Back to AI/ }).waitFor()

    // It is chosen already: choosing it again leads into its field all the same.
    await page.getByRole('radio', { name: 'Note' }).click()
    await focused(noteOn(page))
    await page.getByRole('radio', { name: 'Reply' }).click()
    await focused(replyOn(page))
    expect(await replyOn(page).inputValue()).toBe('')
    expect(await received()).toEqual([])
    expect(operator.faults).toEqual([])
  })

test('a note that is being typed when the conversation is handed back stays a note to its last letter', async () => {
  await using operator = await visit({ as: 'Alex Admin' })
  const { page } = operator
  const { received } = await takenConversation(page, 'handed-back', 'count to 6 and back')
  const handedBack = Promise.withResolvers<void>()
  await page.route(/\/unassign$/, async (route) => {
    await handedBack.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^Back to AI/ }).click()
  await page.getByRole('radio', { name: 'Note' }).click()
  await page.keyboard.type('Back order, ')
  handedBack.resolve()
  await page.getByRole('button', { name: /^Take over/ }).waitFor()
  await page.keyboard.type('tell her never')
  expect(await noteOn(page).inputValue()).toBe('Back order, tell her never')
  expect(await page.getByRole('button', { name: /^Take over/ }).count()).toBe(1)
  expect(await received()).toEqual([])
})

test('letters typed on while their field goes away do nothing to the conversation', async () => {
  await using operator = await visit({ as: 'Alex Admin' })
  const { page } = operator
  await takenConversation(page, 'field-gone', 'count to 5 and stay')
  await page.getByRole('radio', { name: 'Note' }).click()
  await page.keyboard.type('Bes')
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.type('ber')
  expect(await noteOn(page).inputValue()).toBe('Bes')
  // Had a letter been a shortcut, the focus were in a field now, or the conversation given back.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.getByRole('button', { name: /^Back to AI/ }).waitFor()

  // The focus on a button of the place to write is no invitation to shortcuts either.
  await page.getByRole('radio', { name: 'Note' }).focus()
  await page.waitForTimeout(1_100)
  await page.keyboard.press('b')
  await page.keyboard.press('r')
  await page.getByRole('button', { name: /^Back to AI/ }).waitFor()
  expect(await noteOn(page).count()).toBe(1)
})

test('a note kept for later is there as a note after going elsewhere', async () => {
  await using operator = await visit({ as: 'Alex Admin' })
  const { page } = operator
  await takenConversation(page, 'kept-note', 'count to 4 for later')
  await page.getByRole('radio', { name: 'Note' }).click()
  await page.keyboard.type('Not sent yet')
  await page.goto('/contacts')
  await page.goto('/inbox')
  await rowOn(page, 'count to 4 for later').click()
  await expect.poll(() => noteOn(page).inputValue()).toBe('Not sent yet')
  await page.getByRole('radio', { name: 'Reply' }).click()
  expect(await replyOn(page).inputValue()).toBe('')
})

test('a note whose answer was lost is there once and leaves its field, also when it is saved again after a reload', async () => {
  await using operator = await visit({ as: 'Alex Admin' })
  const { page } = operator
  const { received } = await takenConversation(page, 'lost-note', 'count to 3 and note')
  await page.route('**/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch(AGAIN)
    await route.abort()
  })
  const conversation = page.getByRole('region', { name: /^Conversation with/ })
  await page.getByRole('radio', { name: 'Note' }).click()
  await noteOn(page).fill('Noted once')
  await noteOn(page).press('Enter')
  await conversation.getByText('Noted once').waitFor()
  await expect.poll(() => noteOn(page).inputValue()).toBe('')
  expect(await page.getByRole('alert').count()).toBe(0)

  // Here the page learns of it by nothing.
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close())
  await page.route('**/realtime/**', (route) => route.abort())
  await page.reload()
  await page.getByRole('radio', { name: 'Note' }).click()
  await noteOn(page).fill('Noted again')
  await noteOn(page).press('Enter')
  await page.getByRole('alert').getByText('The note was not saved.').waitFor()
  await page.unroute('**/notes')
  await page.reload()
  await expect.poll(() => noteOn(page).inputValue()).toBe('Noted again')
  await noteOn(page).press('Enter')
  await expect.poll(() => noteOn(page).inputValue()).toBe('')
  await expect.poll(() => conversation.getByText('Noted again').count()).toBe(1)
  expect(await received()).toEqual([])
})
