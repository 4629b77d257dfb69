import { afterAll, expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { launchBrowser, openVisit, phone, type VisitOptions } from './browser.ts'
import { answerCalls } from './call-double.ts'
import { launcherOn, openChat, openCustomerSite } from './customer-site.ts'
import { microphoneFlags } from './microphone.ts'
import { journeys } from './visit.ts'

const { server } = await journeys()
const site = await openCustomerSite(server.base_url)
const browser = await launchBrowser(microphoneFlags())
const withoutMicrophone = await launchBrowser(microphoneFlags({ isAllowed: false }))
afterAll(async () => {
  await site.close()
  await Promise.all([browser.close(), withoutMicrophone.close()])
})

async function onCall(options: VisitOptions = {}) {
  const person = await openVisit(browser, site.origin, options)
  const { page } = person
  const calls = await answerCalls(page)
  await page.goto(site.page({ csp: true }))
  const chat = await openChat(page)
  const button = (name: string) => chat.getByRole('button', { name, exact: true })
  await button('Call Robin').click()
  await chat.getByText('Listening').waitFor()
  const frame = page.locator('iframe[title="Chat"]')
  const heightOf = async () => (await frame.boundingBox())?.height ?? 0
  return { ...person, calls, chat, button, heightOf }
}

test('a chat that is closed during a call leaves a pill that mutes, opens and hangs up', async () => {
  await using person = await onCall()
  const { page, calls, chat, button, heightOf } = person
  await launcherOn(page).click()
  await expect.poll(heightOf).toBeLessThan(80)
  await chat.getByText('Robin', { exact: true }).waitFor()
  await expect.poll(() => calls.line().received.loudFrames).toBeGreaterThan(10)

  await button('Mute').click()
  await chat.getByText('You’re muted').waitFor()
  await button('Show call').click()
  await expect.poll(heightOf).toBeGreaterThan(300)
  await button('Unmute').click()
  await button('Minimize call').click()
  await expect.poll(heightOf).toBeLessThan(80)
  expect(calls.line().isClosed()).toBe(false)

  await button('Hang up').click()
  await expect.poll(() => calls.line().isClosed()).toBe(true)
  await page.locator('iframe[title="Chat"]').waitFor({ state: 'hidden' })
  await launcherOn(page).click()
  await chat.getByRole('textbox', { name: 'Message' }).waitFor()
  expect(person.faults).toEqual([])
})

test('a minimized call that the other side ends says so until it is closed', async () => {
  await using person = await onCall()
  const { page, calls, chat, button } = person
  await button('Minimize call').click()
  await button('Show call').waitFor()
  calls.line().send({ type: 'error', code: 'HUNG_UP', message: 'The call was ended', is_final: true })
  await chat.getByText('Call ended').waitFor()
  await button('Close').click()
  await page.locator('iframe[title="Chat"]').waitFor({ state: 'hidden' })
})

test('where the microphone is blocked, the pill says that there is none, and nothing of it is cut off', async () => {
  await using person = await openVisit(withoutMicrophone, site.origin)
  const { page } = person
  await page.goto(site.page({ csp: true }))
  const chat = await openChat(page)
  await chat.getByRole('button', { name: 'Call Robin', exact: true }).click()
  await chat.getByRole('alert').getByText('The microphone is blocked').waitFor()
  await chat.getByRole('button', { name: 'Minimize call', exact: true }).click()
  const activity = chat.getByRole('status').getByText('No microphone', { exact: true })
  await activity.waitFor()
  expect(await activity.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
})

test('on a phone, going back during a call minimizes it', async () => {
  await using person = await onCall({ viewport: phone })
  const { page, calls, heightOf, button } = person
  const address = page.url()
  await page.goBack()
  await expect.poll(heightOf).toBeLessThan(80)
  expect(page.url()).toBe(address)
  expect(calls.line().isClosed()).toBe(false)
  await button('Show call').click()
  await expect.poll(heightOf).toBe(phone.height)
  await page.goBack()
  await expect.poll(heightOf).toBeLessThan(80)
})

test.each([
  ['a desktop in light', { theme: 'light' }],
  ['a desktop in dark', { theme: 'dark' }],
  ['a phone in light', { viewport: phone, theme: 'light' }],
  ['a phone in dark', { viewport: phone, theme: 'dark' }],
] as const)('a minimized call has no barriers on %s', async (name, how) => {
  await using person = await onCall(how)
  const { page, button, chat } = person
  await button('Minimize call').click()
  await button('Show call').waitFor()
  const frame = page.frames().find((one) => one.url().includes('/widget/chat.html'))
  if (!frame) throw new Error('There is no chat')
  expect(await barriersOn(frame)).toEqual([])
  const pill = await chat.getByRole('main').boundingBox()
  const launcher = await launcherOn(page).boundingBox()
  expect((pill?.y ?? Infinity) + (pill?.height ?? 0)).toBeLessThan(launcher?.y ?? 0)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name.replaceAll(' ', '-')}.png` })
})
