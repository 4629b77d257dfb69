import { afterAll, expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { launchBrowser, openVisit, signInByRequest } from './browser.ts'
import { openChat, openCustomerSite, sendMessage } from './customer-site.ts'
import { microphoneFlags } from './microphone.ts'
import { journeys } from './visit.ts'
import { good } from './widget-messages.ts'

const { server } = await journeys()
const site = await openCustomerSite(server.base_url)
const browser = await launchBrowser(microphoneFlags())
afterAll(async () => {
  await Promise.all([browser.close(), site.close()])
})

test('an operator sees that a visitor is on a call, and hangs up', async () => {
  await using visitor = await openVisit(browser, site.origin)
  await visitor.page.goto(site.page())
  const chat = await openChat(visitor.page)
  await sendMessage(chat, 'count to 3')
  await good(chat).waitFor()

  await using operator = await openVisit(browser, server.base_url)
  const { page } = operator
  await signInByRequest(page.context().request, 'Alex Admin')
  await page.goto('/inbox')
  const row = page
    .getByRole('link')
    .filter({ hasText: /1 2 3|count to 3/ })
    .first()
  await row.click()
  await page.getByRole('region', { name: 'Who answers' }).waitFor()
  expect(await page.getByText('On a call').count()).toBe(0)

  await chat.getByRole('button', { name: 'Call Robin', exact: true }).click()
  await page.getByRole('status').getByText('On a call').waitFor()
  await row.getByText('On a call').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.reload()
  await row.getByText('On a call').waitFor()
  await page.getByRole('button', { name: 'Hang up' }).click()
  await chat.getByText('The other side ended the call.').waitFor()
  await expect.poll(() => page.getByText('On a call').count()).toBe(0)
  await page.getByText(/^Alex Admin ended the call · \d+ sec/).waitFor()
  await chat.getByRole('button', { name: 'Close', exact: true }).click()
  await chat
    .getByText(/^Alex Admin ended the call · \d+ sec/)
    .first()
    .waitFor()
  expect(operator.faults).toEqual([])
})
