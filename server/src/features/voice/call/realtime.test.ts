import { describe, expect, test } from 'vitest'
import { ownTestApp } from '#testing/app.ts'
import { givenRealtimeCall, givenRealtimeTeammate, givenVisitorsRealtimeCall } from '#testing/calls/realtime-call.ts'
import { silence, voice } from '#testing/calls/sounds.ts'
import { chatInputs, PAUSE, say, texts } from '#testing/calls/spoken-call.ts'
import { openCall } from '#testing/calls/voice.ts'
import { stepsOf } from '#testing/chats/private-chat.ts'
import { MS_PER_CHARACTER } from '#testing/doubles/vendors/realtime/script.ts'

const app = await ownTestApp()

type Talk = Pick<Awaited<ReturnType<typeof givenRealtimeCall>>, 'call'>
const countOf = ({ call }: Talk, wanted: string) => call.events.filter(({ type }) => type === wanted).length
const heardMs = ({ call }: Talk) => Buffer.concat(call.audio).length / 48
const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.'

/** Google takes dots. */
const toolName = { OpenAI: 'storage__list', Gemini: 'storage.list' }
const label = { OpenAI: 'OpenAI', Gemini: 'Google Gemini' }

describe.each(['OpenAI', 'Gemini'] as const)('a realtime model of %s', (vendor) => {
  test('a realtime model hears the caller itself, and its own voice is heard', async () => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.understand('Where is my order?', 'Thanks')
    talk.live.answer({ text: 'It is on its way. See you.', has_unknown_event: true }, { text: 'Goodbye.' })
    say(talk, silence(400), voice(900), PAUSE)
    const { message_id } = await talk.call.event('response.done')
    const captions = talk.call.events.filter(({ type }) => type === 'caption')
    expect(captions[0]).toMatchObject({ role: 'user', text: 'Where is my order?', is_final: true })
    expect(captions.at(-1)).toMatchObject({ text: 'It is on its way. See you.', is_final: true, message_id })
    expect(heardMs(talk)).toBe('It is on its way. See you.'.length * MS_PER_CHARACTER)
    expect(talk.live.heard_ms[0]).toBeGreaterThan(900)
    expect(talk.live.sessions.at(-1)?.voice).toBe(talk.teammate.voice)
    expect(talk.live.sessions.at(-1)?.instructions).toContain('Ada')

    say(talk, voice(900), PAUSE)
    await expect.poll(() => countOf(talk, 'response.done')).toBe(2)
    // What was said stays audio: the model need not read it.
    expect(talk.live.conversations).toEqual([
      [['user audio', 'Where is my order?']],
      [
        ['user audio', 'Where is my order?'],
        ['assistant audio', 'It is on its way. See you.'],
        ['user audio', 'Thanks'],
      ],
    ])
    expect(texts(await talk.messages())).toEqual([
      ['contact', 'Where is my order?'],
      ['ai', 'It is on its way. See you.'],
      ['contact', 'Thanks'],
      ['ai', 'Goodbye.'],
    ])
    expect(talk.live.read_aloud).toEqual([])
    expect(chatInputs(talk)).toEqual([])
  })

  test('an answer that is still being made is cancelled at the vendor', async () => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.understand('Wait', 'Hello')
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    talk.live.answer({ text: 'Never heard to its end.', until }, { text: 'Hi there.' })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.started')
    talk.call.send({ type: 'interrupt' })
    await expect.poll(() => talk.live.record.cancelled).toBe(1)
    goOn()
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.done')
    expect(texts(await talk.messages()).at(-1)).toEqual(['ai', 'Hi there.'])
  })

  test('the model calls tools as everywhere, and the run has its steps, tokens and seconds', async () => {
    const talk = await givenRealtimeCall(app, {
      vendor,
      organization: { use_lazy_tools: false },
      values: { tools: ['storage.list'] },
      model_values: { input_cost: 4, output_cost: 16 },
    })
    talk.live.understand('What files are there?')
    talk.live.answer(
      { text: 'Let me look.', tool_calls: [{ call_id: 'call_a', name: toolName[vendor] }] },
      { text: 'There are none.' },
    )
    say(talk, voice(900), PAUSE)
    const { message_id } = await talk.call.event('response.done')
    expect(heardMs(talk)).toBe('Let me look.There are none.'.length * MS_PER_CHARACTER)
    expect(talk.live.conversations[1]?.map(([kind]) => kind)).toEqual([
      'user audio',
      'assistant audio',
      'call',
      'result',
    ])
    expect(talk.live.read_aloud).toEqual([])
    const answer = (await talk.messages()).find(({ id }) => id === message_id)
    expect(answer).toMatchObject({ content: 'Let me look.\n\nThere are none.' })
    const run_id = answer?.run_id ?? ''
    await expect.poll(async () => (await stepsOf(app, run_id)).map(({ type }) => type)).toEqual(['agent', 'speech'])
    const { body } = await talk.client.get(`${talk.base}/workflows/runs/${run_id}`)
    expect(body.costs).toMatchObject([
      { model: talk.talker.model, input_tokens: 200, output_tokens: 100 },
      // What was said was written down, too.
      { model: talk.talker.model, input_tokens: 20, output_tokens: 5 },
    ])
    expect(body.usd_cost).toBeCloseTo((220 * 4 + 105 * 16) / 1_000_000, 8)
    expect(body.steps.at(-1).output).toMatchObject({ spoken_seconds: 1.1, was_interrupted: false })
  })

  test('a tool that asks first is asked about aloud, and the same model continues when a person has answered', async () => {
    const talk = await givenRealtimeCall(app, {
      vendor,
      organization: { use_lazy_tools: false },
      values: { tools: [{ name: 'storage.list', ask: true }] },
    })
    talk.live.understand('List my files')
    talk.live.answer(
      { text: 'One moment.', tool_calls: [{ call_id: 'call_a', name: toolName[vendor] }] },
      { text: 'There are none.' },
    )
    say(talk, voice(900), PAUSE)
    await talk.call.event('question_asked')
    expect(talk.live.read_aloud).toEqual(['May Ada use storage list?'])
    const run_id = (await talk.messages()).at(-1)?.run_id
    const answered = await talk.client.post(`${talk.base}/workflows/runs/${run_id}/resume`, { approved: true })
    expect(answered.status).toBe(200)
    await talk.call.event('response.done')
    expect(talk.live.conversations).toHaveLength(2)
    expect(talk.live.read_aloud).toHaveLength(1)
    expect(chatInputs(talk)).toEqual([])
  })

  test('who takes over silences the model; their messages are read aloud by it', async () => {
    const talk = await givenVisitorsRealtimeCall(app, vendor)
    talk.live.understand('Help', 'Are you there?')
    talk.live.answer({ text: LONG })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.started')
    expect((await talk.client.post(talk.at('/assign'))).status).toBe(200)
    await talk.call.event('response.cancelled')
    say(talk, voice(900), PAUSE)
    await expect.poll(async () => texts(await talk.messages())).toContainEqual(['contact', 'Are you there?'])
    await talk.client.post(talk.at('/messages'), { content: 'I am **here**.' })
    await talk.call.event('response.done')
    expect(talk.live.conversations).toHaveLength(1)
    expect(talk.live.read_aloud).toEqual(['I am here.'])
  })

  test('what is typed is answered aloud, with its pictures', async () => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.answer({ text: 'A red dot.' })
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    const size = Buffer.from(data, 'base64').length
    const file = { name: 'dot.png', mime_type: 'image/png', size, data }
    talk.call.send({ type: 'user_message', message: 'What is this?', attachments: [file] })
    await talk.call.event('response.done')
    expect(talk.live.conversations).toEqual([[['user', 'What is this? [picture]']]])
    expect(texts(await talk.messages())).toEqual([
      ['contact', 'What is this?'],
      ['ai', 'A red dot.'],
    ])
  })

  test('a socket that the vendor drops is opened again, with the conversation so far', async () => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.understand('One', 'Two')
    talk.live.answer({ text: 'First.' }, { text: 'Second.' })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.done')
    talk.live.dropAll()
    await expect.poll(talk.live.countOpen).toBe(0)
    say(talk, voice(900), PAUSE)
    await expect.poll(() => countOf(talk, 'response.done')).toBe(2)
    expect(talk.live.conversations[1]).toEqual([
      ['user', 'One'],
      ['assistant', 'First.'],
      ['user audio', 'Two'],
    ])
  })

  test.each(['drop_midway', 'junk', 'failed'] as const)(
    'where an answer fails (%s), the teammate’s own model answers, and is read aloud',
    async (fault) => {
      const talk = await givenRealtimeCall(app, { vendor })
      talk.live.understand('Hello')
      talk.live.answer({ text: 'Half an answer.', fault })
      talk.vendor.reply({ text: 'A whole answer.' })
      say(talk, voice(900), PAUSE)
      await talk.call.event('response.done')
      expect(talk.live.read_aloud).toEqual(['A whole answer.'])
      expect(texts(await talk.messages())).toEqual([
        ['contact', 'Hello'],
        ['ai', 'A whole answer.'],
      ])
    },
  )

  test('a call is over at once where the vendor refuses the key', async () => {
    const talk = await givenRealtimeCall(app, { vendor, key: 'sk-wrong' })
    expect(await talk.call.event('error')).toMatchObject({
      code: 'TEAMMATE_NOT_READY',
      message: `${label[vendor]} did not accept the key.`,
      is_final: true,
    })
  })

  test('a teammate that may spend nothing more neither hears nor answers', async () => {
    const talk = await givenRealtimeCall(app, {
      vendor,
      model_values: { input_cost: 100_000, output_cost: 100_000 },
      organization: { ai_employee_daily_cost_limit_usd: 1 },
    })
    say(talk, voice(900), PAUSE)
    expect(await talk.call.event('error')).toMatchObject({ code: 'DAILY_LIMIT_REACHED', is_final: true })
    expect(talk.live.heard_ms).toEqual([])
    expect(talk.live.conversations).toEqual([])
  })

  test('when the caller hangs up in the middle of an answer, it is saved whole and the vendor’s socket is closed', async () => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.understand('Hello')
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    talk.live.answer({ text: 'A whole answer. And more.', until })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.started')
    talk.call.hangUp()
    goOn()
    await expect
      .poll(async () => texts(await talk.messages()))
      .toEqual([
        ['contact', 'Hello'],
        ['ai', 'A whole answer. And more.'],
      ])
    await expect.poll(talk.live.countOpen).toBe(0)
  })

  test('what cannot be understood is reported, and leaves nothing behind', async () => {
    const talk = await givenRealtimeCall(app, { vendor })
    talk.live.understand('', 'Hello')
    say(talk, voice(900), PAUSE)
    expect(await talk.call.event('error')).toMatchObject({ code: 'NOT_UNDERSTOOD', is_final: false })
    say(talk, voice(900), PAUSE)
    await talk.call.event('response.done')
    expect(talk.live.conversations).toEqual([[['user audio', 'Hello']]])
  })

  test('a realtime model needs no model for speech, and has a sample; those of other vendors cannot be called', async () => {
    const { client, path, organization, teammate, talker, live } = await givenRealtimeTeammate(app, { vendor })
    const { body } = await client.post(path, { create_new_conversation: true })
    expect(await (await openCall(app, body.session_id)).event('session.created')).toBeDefined()
    const sample = await client.post(`/api/organizations/${organization.id}/voice-samples`, {
      tts_model: String(talker.id),
      voice: teammate.voice,
      text: 'Hello there.',
    })
    expect(sample.status).toBe(200)
    expect(live.read_aloud).toEqual(['Hello there.'])
    const other = await app.given.model({ provider: 'vendor_5', is_realtime: true, voices: ['marin'] })
    const chat = `/api/organizations/${organization.id}/employees/${teammate.id}`
    expect((await client.put(chat, { tts_model: String(other.id), voice: 'marin' })).status).toBe(200)
    expect(await client.post(path, { create_new_conversation: true })).toMatchObject({ status: 422 })
  })
})
