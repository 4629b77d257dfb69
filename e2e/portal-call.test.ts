import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { barriersOn } from './axe.ts'
import { launchBrowser, openVisit, phone, signInByRequest, type VisitOptions } from './browser.ts'
import { answerCalls } from './call-double.ts'
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
const browsers = {
  allowed: await launchBrowser(microphoneFlags()),
  denied: await launchBrowser(microphoneFlags({ isAllowed: false })),
}
afterAll(async () => {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()))
})

const WhoAmI = z.object({ current_organization_id: z.string() })
const Staff = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

const visit = async ({
  permission = 'allowed',
  ...how
}: VisitOptions & { permission?: keyof typeof browsers } = {}) => {
  const person = await openVisit(browsers[permission], server.base_url, how)
  const { page } = person
  await signInByRequest(page.context().request, 'Alex Admin')
  const calls = await answerCalls(page)
  await page.goto(await addressOfRobin(page))
  return { ...person, calls }
}
async function addressOfRobin(page: Page): Promise<string> {
  const api = page.context().request
  const { current_organization_id } = WhoAmI.parse(await (await api.get('/api/init/whoami')).json())
  const listed = await api.get(`/api/organizations/${current_organization_id}/employees`)
  const robin = Staff.parse(await listed.json()).data.find(({ name }) => name === 'Robin')
  return `/chat/${robin?.id}`
}
async function startCall(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message Robin' }).waitFor()
  await button(page, 'Call Robin').click()
}

test('a colleague calls a teammate from the chat, is heard, hears and hangs up', async () => {
  await using person = await visit()
  const { page, calls } = person
  await startCall(page)
  await page.getByText('Listening').waitFor()
  const line = calls.line()
  await expect.poll(() => line.received.loudFrames).toBeGreaterThan(10)
  expect(Math.abs(line.received.hz - TONE_HZ)).toBeLessThan(5)
  line.hear('How many are left?')
  const message_id = line.speak('Twelve are left.', 60_000)
  await page.getByText('Speaking').waitFor()
  await expect.poll(() => level(page, 'Robin’s volume')).toBeGreaterThan(20)
  await captions(page).getByText('Twelve are left.').waitFor()
  line.send({ type: 'response.cancelled', message_id })
  await expect.poll(() => level(page, 'Robin’s volume')).toBe(0)
  await button(page, 'Hang up').click()
  await expect.poll(() => line.isClosed()).toBe(true)
  await page.getByRole('textbox', { name: 'Message Robin' }).waitFor()
  expect(person.faults).toEqual([])
})

test('who denies the microphone learns how to allow it, and can listen and type instead', async () => {
  await using person = await visit({ permission: 'denied' })
  const { page, calls } = person
  await startCall(page)
  await page.getByRole('alert').getByText('The microphone is blocked').waitFor()
  expect(calls.sessions).toEqual([])
  await button(page, 'Continue without a microphone').click()
  await page.getByText('No microphone').waitFor()
  const line = calls.line()
  line.speak('Twelve are left.', 2000)
  await expect.poll(() => level(page, 'Robin’s volume')).toBeGreaterThan(20)
  await button(page, 'Type instead').click()
  await page.getByRole('textbox', { name: 'Type a message' }).fill('Thanks')
  await page.keyboard.press('Enter')
  await expect.poll(() => line.messages).toContainEqual({ type: 'user_message', message: 'Thanks' })
  expect(line.received.frames).toBe(0)
})

test('where nothing can play sound, the call ends and says what to check', async () => {
  await using person = await visit()
  const { page } = person
  // As Firefox is without a device for output: the promise of `resume` stays open, too.
  await page.addInitScript(() => {
    Object.defineProperty(BaseAudioContext.prototype, 'state', { get: () => 'suspended' })
  })
  await page.reload()
  await startCall(page)
  await page.getByText('Audio couldn’t start. Check your speakers or headphones, then call again.').waitFor()
  await button(page, 'Call again').waitFor()
  expect(person.faults).toEqual([])
})

test('with push-to-talk it is heard only while the button or the space bar is held', async () => {
  await using person = await visit()
  const { page, calls } = person
  await startCall(page)
  await page.getByText('Listening').waitFor()
  const { received, messages } = calls.line()
  await button(page, 'Audio settings').click()
  await page.getByLabel('Push to talk').check()
  await expect.poll(() => messages).toContainEqual({ type: 'push_to_talk', is_held: false })
  await button(page, 'Audio settings').click()
  const talk = button(page, 'Hold to talk')
  await talk.focus()
  const before = received.loudFrames
  await page.keyboard.down('Space')
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: true })
  await expect.poll(() => received.loudFrames).toBeGreaterThan(before + 5)
  await page.keyboard.up('Space')
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: false })
  await talk.hover()
  await page.mouse.down()
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: true })
  await page.mouse.up()
  await expect.poll(() => messages.at(-1)).toEqual({ type: 'push_to_talk', is_held: false })
})

test('a line that drops is opened again by a new session of the same conversation', async () => {
  await using person = await visit()
  const { page, calls } = person
  await startCall(page)
  await page.getByText('Listening').waitFor()
  calls.line().hear('Are you there?')
  await calls.line().drop()
  await page.getByText('Reconnecting…').waitFor()
  await expect.poll(() => calls.lines.length).toBe(2)
  await page.getByText('Listening').waitFor()
  expect(calls.sessions[1]).toEqual(calls.sessions[0])
  await captions(page).getByText('Are you there?').waitFor()
})

test('a microphone and a speaker that are chosen in a call are used from then on', async () => {
  await using person = await visit()
  const { page, calls } = person
  await givenWatchedDevices(page)
  await page.reload()
  await startCall(page)
  await page.getByText('Listening').waitFor()
  await button(page, 'Audio settings').click()
  const before = await usedDevices(page)
  const microphone = await chooseLast(page, 'Microphone')
  const speaker = await chooseLast(page, 'Speaker')
  const chosen = { microphones: [microphone], speakers: [speaker] }
  expect(chosen).not.toEqual(before)
  await expect.poll(() => usedDevices(page)).toEqual(chosen)
  const { received, speak } = calls.line()
  const frames = received.loudFrames
  await expect.poll(() => received.loudFrames).toBeGreaterThan(frames + 10)
  speak('Twelve are left.', 2000)
  await expect.poll(() => level(page, 'Robin’s volume')).toBeGreaterThan(20)
  expect(calls.lines).toHaveLength(1)
  expect(person.faults).toEqual([])
})

test('a microphone that disappears is replaced; without one the call continues by text, until another one is there', async () => {
  await using person = await visit()
  const { page, calls } = person
  await givenUnpluggable(page)
  await page.reload()
  await startCall(page)
  await page.getByText('Listening').waitFor()
  const { received, messages } = calls.line()

  await unplug(page, { isLast: false })
  await page.getByText('Using another one now').waitFor()
  const before = received.loudFrames
  await expect.poll(() => received.loudFrames).toBeGreaterThan(before + 10)

  await unplug(page, { isLast: true })
  await page.getByRole('alert').getByText('The microphone was disconnected').waitFor()
  expect(calls.line().isClosed()).toBe(false)
  await button(page, 'Type instead').click()
  await page.getByRole('textbox', { name: 'Type a message' }).fill('Still here')
  await page.keyboard.press('Enter')
  await expect.poll(() => messages).toContainEqual({ type: 'user_message', message: 'Still here' })
  calls.line().speak('Twelve are left.', 2000)
  await expect.poll(() => level(page, 'Robin’s volume')).toBeGreaterThan(20)

  await plugIn(page)
  await button(page, 'Audio settings').click()
  const microphones = page.getByLabel('Microphone', { exact: true })
  const other = await microphones.locator('option').last().getAttribute('value')
  await microphones.selectOption(other)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  const after = received.loudFrames
  await expect.poll(() => received.loudFrames).toBeGreaterThan(after + 10)
  expect(calls.lines).toHaveLength(1)
})

test('an answer whose voice fails is read in the captions', async () => {
  await using person = await visit()
  const { page, calls } = person
  await startCall(page)
  await page.getByText('Listening').waitFor()
  const message_id = calls.line().speak('Twelve', 200)
  await page.getByText('Speaking').waitFor()
  calls.line().send({ type: 'error', code: 'VOICE_FAILED', message: 'No voice', is_final: false })
  const caption = { type: 'caption', message_id, role: 'assistant', text: 'Twelve are left.', is_final: true }
  calls.line().send(caption)
  calls.line().send({ type: 'response.done', message_id })
  await page.getByText('The voice isn’t working right now. You can read the answer here.').waitFor()
  await captions(page).getByText('Twelve are left.').waitFor()
  await page.getByText('Listening').waitFor()
})

test('leaving the page ends the call and frees the microphone', async () => {
  await using person = await visit()
  const { page, calls } = person
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Reflect.set(window, 'tracks', tracks)
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await page.reload()
  await startCall(page)
  await page.getByText('Listening').waitFor()
  await page.getByRole('link', { name: 'Teammates' }).first().click()
  await expect.poll(() => calls.line().isClosed()).toBe(true)
  const states = await page.evaluate(() =>
    (Reflect.get(window, 'tracks') as MediaStreamTrack[]).map(({ readyState }) => readyState),
  )
  expect(states).toEqual(['ended'])
})

test.each([
  ['a desktop in light', { theme: 'light' }],
  ['a desktop in dark', { theme: 'dark' }],
  ['a phone in Russian', { viewport: phone, language: 'ru' }],
] as const)('a call in the portal has no barriers on %s', async (_name, how) => {
  await using person = await visit(how)
  const { page, calls } = person
  const [call, settings, hangUp] =
    'language' in how
      ? ['Позвонить: Robin', 'Настройки звука', 'Завершить звонок']
      : ['Call Robin', 'Audio settings', 'Hang up']
  await button(page, call).click()
  await expect.poll(() => calls.lines.length).toBe(1)
  calls.line().speak('Twelve are left.', 60_000)
  await button(page, settings).click()
  await page.getByText('Twelve are left.').first().waitFor()
  expect(await barriersOn(page)).toEqual([])
  const box = await button(page, hangUp).boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
})
