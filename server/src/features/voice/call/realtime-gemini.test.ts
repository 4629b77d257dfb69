import { expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenRealtimeCall, givenVisitorsRealtimeCall } from '#testing/calls/realtime-call.ts'
import { voice } from '#testing/calls/sounds.ts'
import { chatInputs, PAUSE, say, texts } from '#testing/calls/spoken-call.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'

const app = await ownTestApp()

const given = (setup: Partial<Parameters<typeof givenRealtimeCall<'Gemini'>>[1]> = {}) =>
  givenRealtimeCall(app, { vendor: 'Gemini', ...setup })
type Talk = Awaited<ReturnType<typeof given>>
const untilAnswered = ({ call }: Pick<Talk, 'call'>, times: number) =>
  expect.poll(() => call.events.filter(({ type }) => type === 'response.done')).toHaveLength(times)
const heardMs = ({ call }: Pick<Talk, 'call'>) => Buffer.concat(call.audio).length / 48
const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.'
/** What the three sessions of a call come to: one listens, one reads aloud, one answers. */
const SESSIONS = 3

test('a conversation stays in one session, which hears each turn when its answer is asked for', async () => {
  const talk = await given()
  talk.live.understand('One', 'Two', 'Three')
  talk.live.answer({ text: 'First.' }, { text: 'Second.' }, { text: 'Third.' })
  for (const times of [1, 2, 3]) {
    say(talk, voice(900), PAUSE)
    await untilAnswered(talk, times)
  }
  expect(talk.live.conversations.at(-1)?.map(([kind]) => kind)).toEqual([
    'user audio',
    'assistant audio',
    'user audio',
    'assistant audio',
    'user audio',
  ])
  expect(talk.live.connections).toBe(SESSIONS)
})

test('after an answer that was spoken over, another session has only what was heard of it', async () => {
  const talk = await given()
  talk.live.understand('Count', 'Stop')
  talk.live.answer({ text: LONG }, { text: 'Stopped.' })
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.started')
  await expect.poll(() => heardMs(talk)).toBeGreaterThan(800)
  say(talk, voice(700), PAUSE)
  await talk.call.event('response.cancelled')
  await talk.call.event('response.done')
  const heard = (await talk.messages())[1]?.content ?? ''
  expect(heard.length).toBeGreaterThan(5)
  expect(heard.length).toBeLessThan(LONG.length - 10)
  expect(talk.live.conversations.at(-1)).toEqual([
    ['user', 'Count'],
    ['assistant', heard],
    ['user audio', 'Stop'],
  ])
  expect(talk.live.connections).toBe(SESSIONS + 1)
})

test('what is said in pieces is heard as one turn, and noise never reaches the model', async () => {
  const talk = await given()
  talk.live.understand('', 'I have', 'a question')
  talk.live.answer({ text: 'Which one?' })
  say(talk, voice(600), PAUSE)
  expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD' })

  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  talk.live.transcribeAfter(until)
  say(talk, voice(600), PAUSE, voice(600))
  const countStarts = () => talk.call.events.filter(({ type }) => type === 'speech_started').length
  await expect.poll(countStarts).toBe(3)
  goOn()
  say(talk, PAUSE)
  await talk.call.event('response.done')
  expect(talk.live.conversations).toEqual([[['user audio', 'I have a question']]])
  expect(talk.live.heard_ms).toHaveLength(3)
})

test('the session is replaced in the middle of a call before the vendor ends it, and the caller hears each word', async () => {
  const talk = await given()
  talk.live.understand('One', 'Two', 'Three')
  talk.live.answer({ text: 'First is a long one.', goes_away: true }, { text: 'Second.' }, { text: 'Third.' })
  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 1)
  await expect.poll(talk.live.countOpen).toBe(SESSIONS)
  expect(talk.live.connections).toBe(SESSIONS + 1)

  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 2)
  talk.live.goAway()
  await expect.poll(() => talk.live.connections).toBe(2 * SESSIONS + 1)
  await expect.poll(talk.live.countOpen).toBe(SESSIONS)
  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 3)
  expect(talk.live.connections).toBe(2 * SESSIONS + 1)
  expect(talk.live.conversations).toEqual([
    [['user audio', 'One']],
    [
      ['user', 'One'],
      ['assistant', 'First is a long one.'],
      ['user audio', 'Two'],
    ],
    [
      ['user', 'One'],
      ['assistant', 'First is a long one.'],
      ['user', 'Two'],
      ['assistant', 'Second.'],
      ['user audio', 'Three'],
    ],
  ])
  expect(texts(await talk.messages())).toHaveLength(6)
  expect(chatInputs(talk)).toEqual([])
})

test('a session that is lost while a person is asked is continued by another one, which is told what the tool returned', async () => {
  const talk = await given({
    organization: { use_lazy_tools: false },
    values: { tools: [{ name: 'storage.list', ask: true }] },
  })
  talk.live.understand('List my files')
  talk.live.answer(
    { text: 'One moment.', tool_calls: [{ call_id: 'call_a', name: 'storage.list' }] },
    { text: 'There are none.' },
  )
  say(talk, voice(900), PAUSE)
  await talk.call.event('question_asked')
  talk.live.dropAll()
  await expect.poll(talk.live.countOpen).toBe(0)
  const run_id = (await talk.messages()).at(-1)?.run_id
  await talk.client.post(`${talk.base}/workflows/runs/${run_id}/resume`, { approved: true })
  await talk.call.event('response.done')
  const [first, second, [kind, text = ''] = []] = talk.live.conversations[1] ?? []
  expect([first, second]).toEqual([
    ['user', 'List my files'],
    ['assistant', 'One moment.'],
  ])
  expect(kind).toBe('user')
  expect(text).toMatch(/^For context: the tool storage\.list was called with \{\} and returned /)
  expect(texts(await talk.messages()).at(-1)).toEqual(['ai', 'One moment.\n\nThere are none.'])
})

test('tools that are found in the middle of an answer are offered by another session', async () => {
  const talk = await given({ organization: { use_lazy_tools: true }, values: { tools: ['storage.list'] } })
  talk.live.understand('List my files')
  talk.live.answer(
    { tool_calls: [{ call_id: 'call_a', name: 'load_tools', input: { names: ['storage.list'] } }] },
    { tool_calls: [{ call_id: 'call_b', name: 'storage.list' }] },
    { text: 'There are none.' },
  )
  say(talk, voice(900), PAUSE)
  await talk.call.event('response.done')
  expect(texts(await talk.messages()).at(-1)).toEqual(['ai', 'There are none.'])
})

test('words and counts that come after the end of a turn belong to it', async () => {
  const talk = await given({ model_values: { input_cost: 4, output_cost: 16 } })
  talk.live.understand('Hello', 'Thanks')
  talk.live.answer({ text: 'It is on its way.', has_late_words: true }, { text: 'Goodbye.' })
  say(talk, voice(900), PAUSE)
  const { message_id } = await talk.call.event('response.done')
  const answer = (await talk.messages()).find(({ id }) => id === message_id)
  expect(answer?.content).toBe('It is on its way.')
  await expect.poll(async () => (await stepsOf(app, answer?.run_id ?? '')).length).toBe(2)
  const { body } = await talk.client.get(`${talk.base}/workflows/runs/${answer?.run_id}`)
  expect(body.costs[0]).toMatchObject({ input_tokens: 100, output_tokens: 50 })
  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 2)
  expect(talk.live.connections).toBe(SESSIONS)
})

test('an answer of which a part ends its turn while the model is still at work is spoken whole', async () => {
  const talk = await given()
  talk.live.understand('One', 'Two')
  // So long the model works between the two parts.
  const { promise: until, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 1500)
  talk.live.answer({ text: 'One moment. Here it is.', has_part_turn: true, until }, { text: 'Second.' })
  for (const times of [1, 2]) {
    say(talk, voice(900), PAUSE)
    await untilAnswered(talk, times)
  }
  expect(texts(await talk.messages())).toEqual([
    ['contact', 'One'],
    ['ai', 'One moment. Here it is.'],
    ['contact', 'Two'],
    ['ai', 'Second.'],
  ])
})

test('what was said to an operator is heard with the next question, and what they wrote is read', async () => {
  const talk = await givenVisitorsRealtimeCall(app, 'Gemini')
  talk.live.understand('Help', 'Are you there?', 'Who?', 'And now?')
  talk.live.answer({ text: 'Sure.' }, { text: 'Back again.' }, { text: 'And again.' })
  const saysToOperator = async (text: string) => {
    await talk.client.post(talk.at('/assign'))
    say(talk, voice(900), PAUSE)
    await expect.poll(async () => texts(await talk.messages())).toContainEqual(['contact', text])
  }
  say(talk, voice(900), PAUSE)
  await untilAnswered(talk, 1)
  await saysToOperator('Are you there?')
  expect(talk.live.conversations).toHaveLength(1)
  // The teammate's own model answers what was left; that is not over when the caller speaks again.
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  talk.vendor.reply(() => ({ text: 'ok', until }))
  await talk.client.post(talk.at('/unassign'))
  say(talk, voice(900), PAUSE)
  await expect.poll(() => talk.live.conversations).toHaveLength(2)
  expect(talk.live.conversations[1]?.at(-1)).toEqual(['user audio', 'Are you there? Who?'])
  goOn()

  await untilAnswered(talk, 2)
  await talk.client.post(talk.at('/assign'))
  await talk.client.post(talk.at('/messages'), { content: 'It is me.' })
  await untilAnswered(talk, 3)
  await talk.client.post(talk.at('/unassign'))
  say(talk, voice(900), PAUSE)
  await expect.poll(() => talk.live.conversations).toHaveLength(3)
  expect(talk.live.conversations[2]?.at(-1)).toEqual(['user audio', 'And now?'])
  expect(talk.live.conversations[2]?.at(-2)).toEqual(['assistant', expect.stringContaining('It is me.')])
})

test('eight calls at once each have their own conversation', async () => {
  const talks = await Promise.all(Array.from({ length: 8 }, () => given()))
  for (const [at, talk] of talks.entries()) {
    talk.live.understand(`Question ${at}`, `Thanks ${at}`)
    talk.live.answer({ text: `Answer ${at}.` }, { text: `Goodbye ${at}.` })
  }
  for (const times of [1, 2]) {
    for (const talk of talks) say(talk, voice(900), PAUSE)
    for (const talk of talks) await untilAnswered(talk, times)
  }
  for (const [at, talk] of talks.entries()) {
    expect(talk.live.conversations.at(-1)).toEqual([
      ['user audio', `Question ${at}`],
      ['assistant audio', `Answer ${at}.`],
      ['user audio', `Thanks ${at}`],
    ])
    expect(texts(await talk.messages()).at(-1)).toEqual(['ai', `Goodbye ${at}.`])
    expect(talk.live.connections).toBe(SESSIONS)
  }
})
