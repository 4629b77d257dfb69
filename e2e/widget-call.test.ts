import type { Frame, FrameLocator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { barriersOn } from './axe.ts'
import { launchBrowser, openVisit, phone, type VisitOptions } from './browser.ts'
import { answerCalls } from './call-double.ts'
import { chatOn, launcherOn, openChat, openCustomerSite } from './customer-site.ts'
import { microphoneFlags, TONE_HZ } from './microphone.ts'
import {
  button,
  captions,
  chooseLast,
  givenUnpluggable,
  givenWatchedDevices,
  level,
  plugIn,
  unplug,
  usedDevices,
} from './on-call.ts'
import { journeys } from './visit.ts'

const { server } = await journeys()
const site = await openCustomerSite(server.base_url)
const browsers = {
  allowed: await launchBrowser(microphoneFlags()),
  denied: await launchBrowser(microphoneFlags({ isAllowed: false })),
}
afterAll(async () => {
  await site.close()
  await Promise.all(Object.values(browsers).map((browser) => browser.close()))
})

const visit = async ({
  permission = 'allowed',
  ...options
}: VisitOptions & { permission?: 'allowed' | 'denied' } = {}) => {
  const person = await openVisit(browsers[permission], site.origin, options)
  const calls = await answerCalls(person.page)
  return { ...person, calls }
}

async function startCall(page: Page): Promise<FrameLocator> {
  await page.goto(site.page({ csp: true }))
  const chat = await openChat(page)
  await button(chat, 'Call Robin').click()
  return chat
}

function chatFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().includes('/widget/chat.html'))
  if (!frame) throw new Error('There is no chat')
  return frame
}

test('a visitor calls on a page with the strictest policy, is heard, hears, interrupts and hangs up', async () => {
  await using person = await visit()
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()

  const line = calls.line()
  await expect.poll(() => line.received.loudFrames).toBeGreaterThan(10)
  expect(Math.abs(line.received.hz - TONE_HZ)).toBeLessThan(5)
  await expect.poll(() => level(chat, 'Your volume')).toBeGreaterThan(20)

  line.send({ type: 'speech_started' })
  await chat.getByText('Hearing you').waitFor()
  line.hear('Where is my order?')
  line.send({ type: 'speech_stopped' })
  line.send({ type: 'thinking_started' })
  await chat.getByText('Thinking…').waitFor()
  line.send({ type: 'thinking_ended' })
  const message_id = line.speak('It leaves the warehouse today.', 60_000)
  await chat.getByText('Speaking').waitFor()
  await expect.poll(() => level(chat, 'Robin’s volume')).toBeGreaterThan(20)
  await captions(chat).getByText('Where is my order?').waitFor()
  await captions(chat).getByText('It leaves the warehouse today.').waitFor()
  const leftOf = async (text: string) => (await captions(chat).getByText(text, { exact: true }).boundingBox())?.x
  expect(await leftOf('You')).toBe(await leftOf('Where is my order?'))

  await button(chat, 'Stop speaking').click()
  await expect.poll(() => line.messages).toContainEqual({ type: 'interrupt' })
  line.send({ type: 'response.cancelled', message_id })
  await captions(chat).getByText('Interrupted').waitFor()
  await expect.poll(() => level(chat, 'Robin’s volume')).toBe(0)

  await button(chat, 'Hang up').click()
  await expect.poll(() => line.isClosed()).toBe(true)
  await chat.getByRole('textbox', { name: 'Message' }).waitFor()
  expect(person.faults).toEqual([])
})

test('who denies the microphone learns how to allow it, and can listen and type instead', async () => {
  await using person = await visit({ permission: 'denied' })
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByRole('alert').getByText('The microphone is blocked').waitFor()
  // Nothing is paid for before.
  expect(calls.sessions).toEqual([])

  await button(chat, 'Continue without a microphone').click()
  await chat.getByText('No microphone').waitFor()
  const line = calls.line()
  await button(chat, 'Type instead').click()
  await chat.getByRole('textbox', { name: 'Type a message' }).waitFor()
  // It has the focus at once: a frame of another site gets none by an attribute.
  await page.keyboard.type('Where is my order?')
  await page.keyboard.press('Enter')
  await expect.poll(() => line.messages).toContainEqual({ type: 'user_message', message: 'Where is my order?' })
  line.speak('On its way.', 2000)
  await captions(chat).getByText('On its way.').waitFor()
  await expect.poll(() => level(chat, 'Robin’s volume')).toBeGreaterThan(20)
  expect(line.received.frames).toBe(0)
})

test('while muted nothing is sent', async () => {
  await using person = await visit()
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  const { received } = calls.line()
  await expect.poll(() => received.frames).toBeGreaterThan(5)
  await button(chat, 'Mute').click()
  await chat.getByText('You’re muted').waitFor()
  await page.waitForTimeout(200)
  const before = received.frames
  await page.waitForTimeout(500)
  expect(received.frames).toBe(before)
  await button(chat, 'Unmute').click()
  await expect.poll(() => received.loudFrames).toBeGreaterThan(0)
  await expect.poll(() => received.frames).toBeGreaterThan(before + 5)
})

test('with push-to-talk it is heard only while the button or the space bar is held', async () => {
  await using person = await visit()
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  const { received, messages } = calls.line()
  await button(chat, 'Audio settings').click()
  await chat.getByLabel('Push to talk').check()
  await expect.poll(() => messages).toContainEqual({ type: 'push_to_talk', is_held: false })
  await button(chat, 'Audio settings').click()
  await page.waitForTimeout(200)
  const before = received.frames
  await page.waitForTimeout(300)
  expect(received.frames).toBe(before)

  const talk = button(chat, 'Hold to talk')
  await talk.focus()
  await page.keyboard.down('Space')
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: true })
  await expect.poll(() => received.frames).toBeGreaterThan(before + 5)
  await page.keyboard.up('Space')
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: false })

  await talk.hover()
  await page.mouse.down()
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: true })
  await page.mouse.up()
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: false })
})

test('a microphone that is chosen in a call is used from then on', async () => {
  await using person = await visit()
  const { page, calls } = person
  await givenWatchedDevices(page)
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  await button(chat, 'Audio settings').click()
  const { microphones: before } = await usedDevices(chatFrame(page))
  const microphone = await chooseLast(chat, 'Microphone')
  expect(before).not.toContain(microphone)
  // The page around the chat does not let it choose where it plays.
  expect(await chat.getByLabel('Speaker').count()).toBe(0)
  await expect.poll(async () => (await usedDevices(chatFrame(page))).microphones).toEqual([microphone])
  const { received, speak } = calls.line()
  const frames = received.loudFrames
  await expect.poll(() => received.loudFrames).toBeGreaterThan(frames + 10)
  speak('Twelve are left.', 2000)
  await expect.poll(() => level(chat, 'Robin’s volume')).toBeGreaterThan(20)
  expect(calls.lines).toHaveLength(1)
  expect(person.faults).toEqual([])
})

test('a microphone that disappears is replaced by another one, or asked for in plain words', async () => {
  await using person = await visit()
  const { page, calls } = person
  await givenUnpluggable(page)
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  const frame = chatFrame(page)
  const { received } = calls.line()

  await unplug(frame, { isLast: false })
  await chat.getByText('Using another one now').waitFor()
  const before = received.loudFrames
  await expect.poll(() => received.loudFrames).toBeGreaterThan(before + 10)

  await unplug(frame, { isLast: true })
  await chat.getByText('The microphone was disconnected').waitFor()
  expect(calls.line().isClosed()).toBe(false)
  await plugIn(frame)
  await button(chat, 'Try again').click()
  await chat.getByText('Listening').waitFor()
  const after = received.loudFrames
  await expect.poll(() => received.loudFrames).toBeGreaterThan(after + 10)
})

test('a line that drops is opened again by a new session of the same conversation', async () => {
  await using person = await visit()
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  calls.line().hear('Are you there?')
  await calls.line().drop()
  await chat.getByText('Reconnecting…').waitFor()
  await expect.poll(() => calls.lines.length).toBe(2)
  await chat.getByText('Listening').waitFor()
  expect(calls.sessions[1]).toEqual(calls.sessions[0])
  await captions(chat).getByText('Are you there?').waitFor()
  await expect.poll(() => calls.line().received.frames).toBeGreaterThan(5)
})

test('a call that the server ends or refuses says why, and can be begun again where that is of use', async () => {
  await using person = await visit()
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  calls.line().send({ type: 'error', code: 'HUNG_UP', message: 'The call was ended', is_final: true })
  await chat.getByText('The other side ended the call.').waitFor()
  // Nothing more will appear.
  expect(await chat.getByText('What you both say appears here.').count()).toBe(0)
  calls.refuse({ status: 422, code: 'NO_CREDITS' })
  await button(chat, 'Call again').click()
  await chat.getByText('Calls aren’t available right now.').waitFor()
  calls.refuse(null)
  await button(chat, 'Call again').click()
  await chat.getByText('Listening').waitFor()
  calls.line().send({ type: 'error', code: 'CHAT_UNAVAILABLE', message: 'Gone', is_final: true })
  await chat.getByText('The call ended because this chat isn’t available anymore.').waitFor()
  expect(await button(chat, 'Call again').count()).toBe(0)
  await button(chat, 'Close').click()
  await chat.getByRole('textbox', { name: 'Message' }).waitFor()
})

test('a call in another tab of the chat moves there, and back', async () => {
  await using person = await visit()
  const chat = await startCall(person.page)
  await chat.getByText('Listening').waitFor()
  const other = await person.newPage()
  const elsewhere = await answerCalls(other)
  await other.goto(site.page())
  // The conversation of this visitor is open there already.
  await launcherOn(other).click()
  await button(chatOn(other), 'Call Robin').click()
  await expect.poll(() => elsewhere.lines.length).toBe(1)
  await chat.getByText('Call moved').waitFor()
  await chat.getByText('The call continues in another tab or on another device.').waitFor()
  await button(chat, 'Continue here').click()
  await chat.getByText('Listening').waitFor()
  await chatOn(other).getByText('Call moved').waitFor()
})

test.each([
  ['a desktop in light', { theme: 'light' }],
  ['a phone in light', { viewport: phone, theme: 'light' }],
  ['a phone in dark', { viewport: phone, theme: 'dark' }],
] as const)('a call has no barriers on %s, and nothing of it is cut off', async (_name, how) => {
  await using person = await visit(how)
  const { page, calls } = person
  const chat = await startCall(page)
  await chat.getByText('Listening').waitFor()
  calls.line().hear('Where is my order?')
  calls.line().speak('It leaves the warehouse today, and you have it on Tuesday.', 60_000)
  await chat.getByText('Speaking').waitFor()
  await button(chat, 'Audio settings').click()
  const frame = chatFrame(page)
  expect(await barriersOn(frame)).toEqual([])
  expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const hangUp = await button(chat, 'Hang up').boundingBox()
  expect((hangUp?.y ?? Infinity) + (hangUp?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
})
