import { afterAll, expect, test } from 'vitest'
import { createDemoVoice } from '../server/src/features/models/demo-model/voice/demo-voice.ts'
import { launchBrowser, openVisit, signInAs, signInByRequest } from './browser.ts'
import { openChat, openCustomerSite } from './customer-site.ts'
import { microphoneFlags } from './microphone.ts'
import { button, type CallPlace, captions, level } from './on-call.ts'
import { journeys } from './visit.ts'

const RATE_HZ = 24_000
const silence = (seconds: number) => Buffer.alloc(seconds * RATE_HZ * 2)

const { server } = await journeys()
const site = await openCustomerSite(server.base_url)
const voice = createDemoVoice()
const said = await voice.speak('Hello Robin, what is your return policy, please?', 'Demo (male)')
if (!said) throw new Error('The demo voice said nothing')
const browser = await launchBrowser(microphoneFlags({ speech: Buffer.concat([silence(2), said, silence(60)]) }))
afterAll(async () => {
  await Promise.all([browser.close(), site.close(), voice.close()])
})

/** Speaks as the demo's microphone does, and listens to the answer. */
async function talk(place: CallPlace): Promise<void> {
  await place.getByText('Listening').waitFor()
  await captions(place).getByText('What is the return policy?').waitFor()
  await place.getByText('Speaking').waitFor()
  await expect.poll(() => level(place, 'Robin’s volume')).toBeGreaterThan(10)
  await captions(place)
    .getByText(/within 30 days/)
    .waitFor()
}

test('a colleague speaks with the demo teammate: what is said and answered is heard, shown and saved', async () => {
  await using person = await openVisit(browser, server.base_url)
  const { page } = person
  await signInAs(page, 'Alex Admin')
  await page.goto(`/chat/${site.employee_id}?conversation=new`)
  const composer = page.getByRole('textbox', { name: 'Message Robin' })
  await composer.fill('half a thought')
  await button(page, 'Call Robin').click()
  await talk(page)
  await button(page, 'Hang up').click()
  await composer.waitFor()
  expect(await composer.inputValue()).toBe('half a thought')
  await page.getByRole('blockquote').getByText('within 30 days of its delivery').waitFor()
  await page.getByText(/^You ended the call · \d+ sec$/).waitFor()
  await button(page, 'Regenerate').waitFor()

  await page.getByLabel('Search chats').fill('the return policy')
  await page
    .getByRole('option', { name: /return policy/ })
    .first()
    .waitFor()

  // Its run shows when it listened, thought and spoke.
  await page.goto('/logs')
  await page.getByRole('row').filter({ hasText: 'speech' }).getByRole('link').click()
  await page.getByRole('radio', { name: 'Timeline' }).click()
  const steps = page.getByRole('table', { name: 'Steps' }).getByRole('row')
  for (const phase of ['Listening', 'Thinking', 'Speaking']) {
    const row = steps.filter({ hasText: phase })
    await row.getByText(/\d( m)?s$/).waitFor()
  }
  expect(person.faults).toEqual([])
})

test('so does a visitor of a page, with the widget, and operators find the call by its words', async () => {
  await using person = await openVisit(browser, site.origin)
  const { page } = person
  await page.goto(site.page({ csp: true }))
  const chat = await openChat(page)
  await button(chat, 'Call Robin').click()
  await chat.getByText('Listening').waitFor()
  await captions(chat)
    .getByText(/Sample question: the demo doesn’t recognize speech/)
    .waitFor()
  await chat.getByText('Speaking').waitFor()
  await button(chat, 'Hang up').click()
  await chat.getByRole('textbox', { name: 'Message' }).waitFor()
  await chat
    .getByText(/^You ended the call · \d+ sec$/)
    .first()
    .waitFor()
  expect(person.faults).toEqual([])

  await using operator = await openVisit(browser, server.base_url)
  await signInByRequest(operator.page.context().request, 'Alex Admin')
  await operator.page.goto('/inbox?q=return+policy')
  const found = operator.page.getByRole('list', { name: 'Found conversations' }).getByRole('link')
  await expect.poll(() => found.locator('mark').allTextContents()).toEqual(['return', 'policy'])
  expect(operator.faults).toEqual([])
})
