import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { ownTestApp } from '#testing/app.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import {
  chatInputs,
  givenSpokenCall,
  MS_PER_CHARACTER,
  PAUSE,
  say,
  speechInputs,
  texts,
} from '#testing/calls/spoken-call.ts'

const app = await ownTestApp()

/** About twelve seconds of it. */
const ANSWER = [
  'The parcel left our store on Monday, and it reached the depot in Leipzig on the same evening.',
  'On Tuesday it was sorted. **The driver** has it since this morning!',
  'He rings at about four. Is there anything else that I can do for you?',
].join(' ')

/** Half of the longest word, and what a word takes at most. */
const WORD_MS = 6 * MS_PER_CHARACTER

/** The same numbers each time. */
function* random(seed: number): Generator<number> {
  for (let now = seed; ; ) {
    now = (now * 48_271) % 2_147_483_647
    yield now / 2_147_483_647
  }
}

/** When things reach the client, which polling would tell too late. */
function watchTimes(socket: WebSocket) {
  const seen = { firstAudioAt: 0, cancelledAt: 0, audioMs: 0, strayMs: 0 }
  let isAnswering = false
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) {
      seen.firstAudioAt ||= performance.now()
      if (seen.cancelledAt === 0) seen.audioMs += data.length / 48
      else if (!isAnswering) seen.strayMs += data.length / 48
      return
    }
    if (data.toString().includes('response.started')) isAnswering = true
    if (!/response\.(paused|cancelled)/.test(data.toString())) return
    isAnswering = false
    seen.cancelledAt ||= performance.now()
  })
  return seen
}

test('at whichever moment it is spoken over, what is left of the answer is what was heard', async () => {
  const moments = random(7)
  const heardOf = async (): Promise<void> => {
    const afterMs = (moments.next().value ?? 0) * 9000
    const chunks = ANSWER.split(/(?<= )/)
    const talk = await givenSpokenCall(app, {
      answers: [{ chunks, delay_ms: 5 }],
      heard: [{ text: 'Where is it?' }, { text: 'Wait' }],
    })
    const seen = watchTimes(talk.call.socket)
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.started')
    await sleep(afterMs)
    say(talk, voice(700), PAUSE)
    const { message_id } = await talk.call.event('response.cancelled')
    const heardMs = seen.cancelledAt - seen.firstAudioAt
    const stopped = async () => (await talk.messages()).find(({ id }) => id === message_id)
    await expect.poll(async () => (await stopped())?.is_stopped ?? true).toBe(true)
    // Nothing is sent after it, and little before it that was not heard.
    expect(seen.strayMs).toBe(0)
    expect(seen.audioMs - heardMs).toBeLessThan(350)
    // One of which not even a word was heard is gone; it is stopped first and cut then.
    const content = async () => (await stopped())?.content ?? ''
    const spokenMs = async () => (await content()).replaceAll('**', '').length * MS_PER_CHARACTER
    const difference = async () => Math.abs((await spokenMs()) - Math.min(heardMs, seen.audioMs))
    await expect.poll(difference).toBeLessThan(300 + WORD_MS)
    expect(ANSWER.startsWith(await content())).toBe(true)
    const captions = talk.call.events.filter((event) => event.type === 'caption' && event.message_id === message_id)
    expect(captions.at(-1)).toMatchObject({ text: (await content()).replaceAll('**', ''), is_final: true })
    talk.call.hangUp()
  }
  // Some at the same time, so that it takes no minute.
  for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 4 }, heardOf))
})

/** The sound of a sentence in which every 10 ms say where in the sentence they are. */
const numbered = (sentence: string): Buffer => {
  const pcm = Buffer.alloc(sentence.length * MS_PER_CHARACTER * 48)
  for (let at = 0; at < pcm.length; at += 2)
    pcm.writeInt16LE(Math.floor(at / 480) + (sentence === LAST ? 10_000 : 0), at)
  return pcm
}
const LAST = 'He rings at about four, and he leaves it with a neighbor where nobody opens the door to him.'
const SENTENCES = ['The driver has had your parcel since this morning, and you are the eleventh on his way.', LAST]

const everyTenMs = (pcm: Buffer): number[] =>
  Array.from({ length: Math.floor(pcm.length / 480) }, (_, n) => pcm.readInt16LE(n * 480))

test('at whichever moment a noise comes, the answer waits and continues where it stopped', async () => {
  const moments = random(11)
  const all = SENTENCES.flatMap((sentence) => everyTenMs(numbered(sentence)))
  const goesOn = async (): Promise<void> => {
    const afterMs = 100 + (moments.next().value ?? 0) * 6000
    const talk = await givenSpokenCall(app, {
      heard: [{ text: 'Where is it?' }, { text: '' }],
      answers: [{ text: SENTENCES.join(' ') }],
      spoken: (sentence) => ({ pcm: numbered(sentence) }),
    })
    const [before, after]: Buffer[][] = [[], []]
    let isResumed = false
    talk.call.socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) (isResumed ? after : before)?.push(data)
      else isResumed ||= data.toString().includes('response.resumed')
    })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.started')
    await sleep(afterMs)
    say(talk, voice(500), PAUSE)
    await talk.call.event('response.resumed')
    await talk.call.event('response.done')
    const [first, rest] = [before, after].map((frames) => everyTenMs(Buffer.concat(frames ?? [])))
    expect(first).toEqual(all.slice(0, first?.length))
    expect(rest).toEqual(all.slice(-(rest?.length ?? 0)))
    // All of it was sent, and twice only what had not been played.
    const twice = (first?.length ?? 0) + (rest?.length ?? 0) - all.length
    expect(twice).toBeGreaterThanOrEqual(0)
    expect(twice).toBeLessThanOrEqual(34)
    const types = talk.call.events.map(({ type }) => type)
    expect(types.filter((type) => type === 'response.paused')).toHaveLength(1)
    expect(types).not.toContain('response.cancelled')
    expect(types).not.toContain('error')
    expect(types.lastIndexOf('thinking_ended')).toBeGreaterThan(types.lastIndexOf('thinking_started'))
    const message = (await talk.messages()).at(-1)
    expect(message).toMatchObject({ content: SENTENCES.join(' '), is_stopped: false })
    talk.call.hangUp()
  }
  for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 4 }, goesOn))
})

test('a noise while the teammate thinks costs nobody the answer', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, {
    heard: [{ text: 'Hello' }, { text: '' }],
    answers: [{ chunks: ['Hi ', 'there.'], until }],
  })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => chatInputs(talk).length).toBe(1)
  say(talk, voice(700))
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'speech_started').length).toBe(2)
  goOn()
  await expect.poll(async () => texts(await talk.messages()).at(-1)).toEqual(['ai', 'Hi there.'])
  await expect.poll(() => speechInputs(talk).length).toBe(1)
  // Nobody is spoken over.
  expect(talk.call.audio).toEqual([])
  say(talk, PAUSE)
  await talk.call.event('response.done')
  expect(talk.call.events.some(({ type }) => type === 'error' || type === 'response.cancelled')).toBe(false)
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'Hello'],
    ['ai', 'Hi there.'],
  ])
})

test('the client stops an answer, and one that is over stays whole', async () => {
  const talk = await givenSpokenCall(app, {
    answers: [{ text: 'A rather long first sentence here. And a second one.' }],
  })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  talk.call.send({ type: 'interrupt' })
  const { message_id } = await talk.call.event('response.cancelled')
  const stopped = async () => (await talk.messages()).find(({ id }) => id === message_id)
  await expect.poll(async () => (await stopped())?.is_stopped ?? true).toBe(true)
  expect('A rather long first').toContain((await stopped())?.content ?? '')
  const before = chatInputs(talk).length
  say(talk, voice(900), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD' })
  expect(chatInputs(talk)).toHaveLength(before)

  const whole = await givenSpokenCall(app, { answers: [{ text: 'All of it.' }] })
  say(whole, voice(900), PAUSE)
  await whole.call.event('response.done')
  whole.call.send({ type: 'interrupt' })
  say(whole, voice(900), PAUSE)
  await whole.call.event('error')
  expect(texts(await whole.messages())).toEqual([
    ['contact', 'Hello'],
    ['ai', 'All of it.'],
  ])
  expect(whole.call.events.some(({ type }) => type === 'response.cancelled')).toBe(false)
})

test('a voice that is being made is not asked for any further', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, {
    answers: [{ text: 'One sentence here. A second sentence. A third sentence. A fourth sentence. A fifth one.' }],
    spoken: () => ({ until }),
  })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => speechInputs(talk).length).toBe(3)
  talk.call.send({ type: 'interrupt' })
  await expect.poll(() => talk.vendor.aborted).toBe(3)
  goOn()
  say(talk, silence(300), voice(900), PAUSE)
  await talk.call.event('error')
  expect(speechInputs(talk)).toHaveLength(3)
})

test('what is typed in a call is answered aloud, after what was said before it', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const talk = await givenSpokenCall(app, {
    heard: [{ text: 'My address is', until }],
    // The first one is stopped, before or after the model was asked.
    answers: [{ text: 'Thanks.' }, { text: 'Thanks.' }],
  })
  say(talk, voice(900), PAUSE)
  await talk.call.event('speech_stopped')
  const client_message_id = crypto.randomUUID()
  const typed = { type: 'user_message', message: '12 High Street', client_message_id }
  talk.call.send(typed)
  goOn()
  await talk.call.event('response.done')
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'My address is'],
    ['contact', '12 High Street'],
    ['ai', 'Thanks.'],
  ])
  // A client that is not sure sends it again.
  talk.call.send(typed)
  const file = { name: 'a.txt', mime_type: 'text/plain', size: 2, data: 'aGk=' }
  talk.call.send({ type: 'user_message', message: '', attachments: [file] })
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'response.done').length).toBe(2)
  const all = await talk.messages()
  expect(texts(all).slice(3)).toEqual([
    ['contact', ''],
    ['ai', expect.any(String)],
  ])
  expect(all[3]?.attachments).toMatchObject([{ name: 'a.txt' }])
})

test('a message that nobody could send is refused, and the call continues', async () => {
  const talk = await givenSpokenCall(app)
  talk.call.send({ type: 'user_message', message: '   ' })
  expect(await talk.call.event('error')).toMatchObject({ code: 'BAD_MESSAGE', is_final: false })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
})

test('with push-to-talk all audio counts while held, and none otherwise', async () => {
  const talk = await givenSpokenCall(app, { heard: [{ text: 'Held' }, { text: 'Open' }] })
  talk.call.send({ type: 'push_to_talk', is_held: false })
  say(talk, voice(900), PAUSE)
  talk.call.send({ type: 'push_to_talk', is_held: true })
  say(talk, silence(200), voice(900), silence(900), voice(500))
  talk.call.send({ type: 'push_to_talk', is_held: false })
  await talk.call.event('response.done')
  const types = talk.call.events.map(({ type }) => type)
  expect(types.filter((type) => type === 'speech_started')).toHaveLength(1)
  talk.call.send({ type: 'open_microphone' })
  say(talk, voice(900), PAUSE)
  await expect.poll(() => talk.call.events.filter(({ type }) => type === 'response.done').length).toBe(2)
  expect(texts(await talk.messages()).filter(([role]) => role === 'contact')).toEqual([
    ['contact', 'Held'],
    ['contact', 'Open'],
  ])
})
