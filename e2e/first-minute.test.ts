import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startConnectedVendor, VENDOR_KEY } from '../server/src/testing/doubles/vendors/connected-vendor.ts'
import { openVisit, phone } from './browser.ts'
import { answerOn, composerOn } from './chat.ts'
import { openChat, openCustomerSite } from './customer-site.ts'
import { journeys } from './visit.ts'
import { visitorsOf } from './visitors.ts'

const vendor = await startConnectedVendor('vendor_1')
const { browser, server, visit } = await journeys({ VENDOR_1_BASE_URL: vendor.double.base_url })
afterAll(() => vendor[Symbol.asyncDispose]())

const firstSteps = (page: Page) => page.getByRole('region', { name: 'Get started' })
const examples = (page: Page) => page.getByRole('region', { name: /^(Examples to try|Попробуйте, например)$/ })
const isDone = (page: Page) => page.getByRole('button', { name: /^(Regenerate|Ответить заново)$/ }).waitFor()

test.for(['en', 'ru'] as const)('every example is answered as what it asks for (%s)', async (language) => {
  await using person = await visit({ language })
  const { page } = person
  await examples(page).waitFor()
  const chats = [page.url()]
  const robin = page.getByRole('link', { name: /^Robin/ }).first()
  chats.push(new URL((await robin.getAttribute('href')) ?? '', page.url()).href)
  for (const chat of chats) {
    await page.goto(chat)
    await examples(page).waitFor()
    const prompts = await examples(page).getByRole('button').allTextContents()
    expect(prompts.length).toBeGreaterThanOrEqual(3)
    for (const prompt of prompts) {
      await page.goto(chat)
      await examples(page).getByRole('button', { name: prompt, exact: true }).click()
      await isDone(page)
      const answer = await answerOn(page)
      expect(answer.length, prompt).toBeGreaterThan(60)
      expect(answer, prompt).not.toMatch(
        /has no rule|нет правила|returned:|found nothing|ничего не нашлось|no tool named/,
      )
      await page.getByText(prompt, { exact: true }).first().waitFor()
    }
  }
  expect(person.faults).toEqual([])
})

test('a phone shows who else can be talked to, and one touch leads there', async () => {
  await using person = await visit({ viewport: phone, as: 'Mia Member' })
  const { page } = person
  const robin = page.getByRole('link', { name: /^Robin/ })
  await robin.waitFor()
  const box = await robin.boundingBox()
  expect(box && box.y + box.height).toBeLessThan(phone.height - 100)
  await robin.click()
  await page.getByRole('textbox', { name: 'Message Robin' }).waitFor()
  await page.getByRole('heading', { name: 'Robin' }).waitFor()
  await page.getByRole('list', { name: 'What it can do' }).getByText('Search files').waitFor()
  expect(person.faults).toEqual([])
})

test('an owner of an empty organization finishes the first steps without a document, and every tab follows', async () => {
  await using person = await visit({ as: 'Otis Outsider' })
  const { page } = person
  const other = await person.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/')
    await firstSteps(tab).getByText('0 of 6 done').waitFor()
  }

  await firstSteps(page)
    .getByRole('link', { name: /Create a teammate/ })
    .click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nova')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('textbox', { name: 'Instructions' }).waitFor()
  await firstSteps(other).getByText('1 of 6 done').waitFor()

  await page.getByRole('link', { name: 'Chat', exact: true }).first().click()
  await firstSteps(page)
    .getByRole('link', { name: /Share a folder/ })
    .click()
  await page.getByText('No folder is shared with this teammate').waitFor()
  await page.getByRole('button', { name: 'Share a folder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Folder name' }).fill('Handbook')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Share this folder' }).click()
  await page.getByRole('link', { name: 'Handbook' }).waitFor()
  await firstSteps(other).getByText('2 of 6 done').waitFor()

  await page.getByRole('link', { name: 'Chat', exact: true }).first().click()
  await firstSteps(page)
    .getByRole('link', { name: /Invite a colleague/ })
    .click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'By link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await firstSteps(other).getByText('3 of 6 done').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

  await firstSteps(other)
    .getByRole('link', { name: /Connect a model vendor/ })
    .click()
  await other.getByRole('button', { name: 'Add key: OpenAI' }).click()
  await other.getByLabel('API key').fill('sk-wrong-0123456789')
  await other.getByRole('button', { name: 'Save' }).click()
  await other.getByText(/OpenAI did not accept this key\. OpenAI says: /).waitFor()
  await other.getByLabel('API key').fill(VENDOR_KEY)
  await other.getByRole('button', { name: 'Save' }).click()
  await other.getByText('OpenAI accepted this key when it was saved.').waitFor()
  await other.reload()
  await other.getByText('OpenAI accepted this key when it was saved.').waitFor()

  await page.getByRole('link', { name: 'Chat', exact: true }).first().click()
  await firstSteps(page)
    .getByRole('link', { name: /Put it on your site/ })
    .click()
  await page.getByRole('button', { name: 'Create a snippet' }).click()
  await page.getByText('Nova answers · not on your site yet').waitFor()
  const demo = await page.getByRole('link', { name: /^Try/ }).getAttribute('href')
  await other.goto(demo ?? '')
  await openChat(other)
  await other.goto('/')
  await firstSteps(other).getByText('4 of 6 done').waitFor()
  const site = await openCustomerSite(server.base_url)
  await using visitor = await openVisit(browser, site.origin)
  const [, query] = (demo ?? '').split('?')
  const asked = new URLSearchParams(query)
  await visitor.page.goto(site.page({ init: { apiKey: asked.get('api_key'), eventId: asked.get('event_id') } }))
  await openChat(visitor.page)
  await site.close()
  await page.reload()
  await page.getByText(/· on your site since/).waitFor()
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click()
  await firstSteps(page).getByText('5 of 6 done').waitFor()
  const answer = firstSteps(page).getByRole('link', { name: /Answer your first visitor/ })
  expect(await answer.getAttribute('href')).toBe('/inbox')

  const visitors = await visitorsOf(page.request)
  await visitors.send({ external_id: 'first' }, 'Are you open on Sundays?')
  const conversations = `${visitors.organization}/conversations`
  const { data } = await (await page.request.get(`${conversations}?channel_category=external`)).json()
  await page.request.post(`${conversations}/${data[0].id}/messages`, { data: { content: 'Yes, we are.' } })
  await firstSteps(page).waitFor({ state: 'detached' })
  await examples(page).waitFor()
  expect(person.faults).toEqual([])
})

test('why a key was refused is shown in the language of the page', async () => {
  await using person = await visit({ language: 'ru', at: '/settings/vendors' })
  const { page } = person
  await page.getByRole('heading', { name: 'Свой сервер' }).waitFor()
  await page.getByRole('button', { name: 'Добавить ключ: OpenAI' }).click()
  await page.getByLabel('API-ключ').fill('sk-wrong-0123456789')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText(/Поставщик не принял этот ключ\. Его ответ: /).waitFor()
  expect(person.faults).toEqual([])
})

test('a member has no first steps, and a manager who hid them is not reminded', async () => {
  await using member = await visit({ as: 'Mia Member' })
  await examples(member.page).waitFor()
  expect(await firstSteps(member.page).count()).toBe(0)

  await using manager = await visit()
  const { page } = manager
  await firstSteps(page).getByRole('button', { name: 'Hide this list' }).click()
  await firstSteps(page).waitFor({ state: 'detached' })
  await page.reload()
  await examples(page).waitFor()
  expect(await firstSteps(page).count()).toBe(0)
  expect([...manager.faults, ...member.faults]).toEqual([])
})

test('what was begun to be written stays where an example was asked', async () => {
  await using person = await visit()
  const { page } = person
  await composerOn(page).fill('half a thought')
  await examples(page).getByRole('button', { name: 'What can you help me with?' }).click()
  await isDone(page)
  expect(await composerOn(page).inputValue()).toBe('half a thought')
})
