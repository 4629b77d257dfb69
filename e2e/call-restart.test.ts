import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { launchBrowser, openVisit, signInAs } from './browser.ts'
import { openChat, openCustomerSite } from './customer-site.ts'
import { microphoneFlags } from './microphone.ts'
import { button, type CallPlace, captions } from './on-call.ts'
import { processJourneys } from './visit.ts'

const { server } = await processJourneys()
const site = await openCustomerSite(server.base_url)
const browser = await launchBrowser(microphoneFlags({ isAllowed: false }))
afterAll(async () => {
  await Promise.all([browser.close(), site.close()])
})

/** Counts the answers that were heard to their end: a caller who writes before interrupts one. */
function countHeard(page: Page): () => number {
  let count = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"response.done"')) count++
    }),
  )
  return () => count
}

/** An answer that is still being spoken when its server is restarted. */
async function restartInAnswer(page: Page, place: CallPlace): Promise<void> {
  const heard = countHeard(page)
  await button(place, 'Continue without a microphone').click()
  await place.getByText('No microphone').waitFor()
  await button(place, 'Type instead').click()
  const field = place.getByRole('textbox', { name: 'Type a message' })
  await field.fill('slowly count to 20')
  await field.press('Enter')
  await captions(place).getByText(/1 2/).waitFor()
  const restarted = server.restart()
  await place.getByText('Reconnecting…').waitFor()
  await restarted
  // Of itself: nothing was clicked.
  await captions(place).getByText(/19 20/).waitFor()
  await expect.poll(heard).toBe(1)
  await place.getByText('No microphone').waitFor()
  await field.fill('What is the return policy?')
  await field.press('Enter')
  await captions(place)
    .getByText(/within 30 days/)
    .waitFor()
  await button(place, 'Hang up').click()
}

const counted = (text: string | null): number[] =>
  [...(text ?? '').matchAll(/\b\d+\b/g)].map(([number]) => Number(number))
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('a colleague’s call continues after a restart of the server, and nothing of it is lost', async () => {
  await using person = await openVisit(browser, server.base_url)
  const { page } = person
  await signInAs(page, 'Alex Admin')
  await page.goto(`/chat/${site.employee_id}?conversation=new`)
  await page.getByRole('textbox', { name: 'Message Robin' }).waitFor()
  await button(page, 'Call Robin').click()
  await restartInAnswer(page, page)
  await page.reload()
  const answer = page.getByText(/18 19/).first()
  await expect.poll(async () => counted(await answer.textContent())).toEqual(upTo(20))
  await page.getByText('slowly count to 20').first().waitFor()
})

test('so does a visitor’s', async () => {
  await using person = await openVisit(browser, site.origin)
  const { page } = person
  await page.goto(site.page({ csp: true }))
  const chat = await openChat(page)
  await button(chat, 'Call Robin').click()
  await restartInAnswer(page, chat)
  await chat.getByText('slowly count to 20').first().waitFor()
  const answer = chat.getByText(/18 19/).first()
  await expect.poll(async () => counted(await answer.textContent())).toEqual(upTo(20))
})
