/** OpenAI's own software is the judge of the double: what passes here has the shape that the vendor's events have. */
import { connect } from 'node:net'
import {
  OpenAIRealtimeWebSocket,
  type RealtimeSessionConfig,
  type TransportToolCallEvent,
} from '@openai/agents-realtime'
import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { expect, onTestFinished, test } from 'vitest'
import { startOpenAIRealtimeDouble } from './openai-realtime.ts'

const MODEL = 'gpt-realtime-2'
const FORMAT = { type: 'audio/pcm', rate: 24_000 } as const
const SECOND = Buffer.alloc(48_000)
const look = { type: 'function', name: 'look', description: '', parameters: { type: 'object' }, strict: true } as const
const tools = [{ ...look, parameters: { type: 'object', properties: {}, required: [], additionalProperties: false } }]

async function given() {
  const double = await startOpenAIRealtimeDouble('key')
  onTestFinished(double.close)
  return double
}

/** The client of `@openai/agents`, which reads each event by a schema of its own. */
async function connectAgents(double: Awaited<ReturnType<typeof given>>) {
  const url = `${double.base_url.replace('http', 'ws')}/realtime?model=${MODEL}`
  const client = new OpenAIRealtimeWebSocket({ url })
  onTestFinished(() => client.close())
  /** What came, by its type, and what its schema read of it. */
  const received: string[] = []
  const unread: string[] = []
  const messages = new Map<string, unknown>()
  const errors: unknown[] = []
  client.on('*', ({ type }) => {
    received.push(type)
    // A schema that does not fit makes an event one that is only passed on.
    if (type !== 'error') unread.push(type)
    client.once(type, () => void unread.splice(unread.indexOf(type), 1))
  })
  client.on('error', (error) => void errors.push(error))
  client.on('item_update', (item) => void messages.set(item.itemId, item))
  const initialSessionConfig: Partial<RealtimeSessionConfig> = {
    outputModalities: ['audio'],
    tools: tools as never,
    // It has no word for turns that the vendor does not detect, but passes this on as it is.
    providerData: {
      audio: {
        input: { format: FORMAT, transcription: { model: 'gpt-transcribe' }, turn_detection: null },
        output: { format: FORMAT, voice: 'marin' },
      },
    },
  }
  await client.connect({ apiKey: 'key', model: MODEL, initialSessionConfig })
  const countOf = (type: string) => received.filter((one) => one === type).length
  // It sends its settings once by itself, and then those of the test.
  await expect.poll(() => countOf('session.updated')).toBe(2)
  return { client, received, unread, messages, errors, countOf }
}

test('the client of OpenAI’s agents reads each event of a spoken conversation, and has its words', async () => {
  const double = await given()
  double.understand('How are you?')
  double.answer({ text: 'Fine, thank you.' })
  const { client, unread, messages, errors, countOf } = await connectAgents(double)
  client.sendAudio(new Uint8Array(SECOND).buffer, { commit: true })
  client.requestResponse()
  await expect.poll(() => countOf('rate_limits.updated')).toBe(1)
  await expect
    .poll(() => [...messages.values()])
    .toMatchObject([
      { role: 'user', content: [{ type: 'input_audio', transcript: 'How are you?' }] },
      { role: 'assistant', status: 'completed', content: [{ type: 'output_audio', transcript: 'Fine, thank you.' }] },
    ])
  expect([errors, unread]).toEqual([[], []])
})

test('it gets the calls of tools, gives their results, and asks again', async () => {
  const double = await given()
  double.answer({ tool_calls: [{ call_id: 'a', name: 'look', input: { at: 'clock' } }] }, { text: 'Noon.' })
  const { client, unread, errors, countOf } = await connectAgents(double)
  const calls: TransportToolCallEvent[] = []
  client.on('function_call', (call) => void calls.push(call))
  client.sendMessage('What time is it?', {})
  await expect.poll(() => calls).toMatchObject([{ callId: 'a', name: 'look', arguments: '{"at":"clock"}' }])
  for (const call of calls) client.sendFunctionCallOutput(call, '12:00', true)
  await expect.poll(() => countOf('response.done')).toBe(2)
  expect(double.conversations.at(-1)).toEqual([
    ['user', 'What time is it?'],
    ['call', 'look {"at":"clock"}'],
    ['result', '12:00'],
  ])
  expect([errors, unread]).toEqual([[], []])
})

/** OpenAI's own package, whose types are those of the double. */
async function connectClient(double: Awaited<ReturnType<typeof given>>, key = 'key') {
  const api = new OpenAI({ apiKey: key, baseURL: double.base_url })
  // The package asks for TLS whatever the address says; the double has none.
  const { port } = new URL(double.base_url)
  const createConnection: typeof connect = () => connect(Number(port), '127.0.0.1')
  const client = new OpenAIRealtimeWS({ model: MODEL, options: { createConnection } }, api)
  const events: { type: string }[] = []
  const errors: string[] = []
  client.on('event', (event) => void events.push(event))
  client.on('error', ({ message }) => void errors.push(message))
  onTestFinished(() => client.close())
  const find = (type: string) => events.filter((event) => event.type === type)
  return { client, events, errors, find, typesOf: () => events.map(({ type }) => type) }
}

test('OpenAI’s own package changes one setting of a session, and the others stay as they were', async () => {
  const double = await given()
  const { client, find, errors } = await connectClient(double)
  await expect.poll(() => find('session.created')).toHaveLength(1)
  expect(find('session.created')).toMatchObject([
    { session: { model: MODEL, audio: { input: { turn_detection: { type: 'server_vad' } } } } },
  ])
  const audio = { input: { turn_detection: null }, output: { voice: 'cedar' } }
  client.send({ type: 'session.update', session: { type: 'realtime', audio } })
  client.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be kind' } })
  await expect.poll(() => find('session.updated')).toHaveLength(2)
  expect(find('session.updated').at(-1)).toMatchObject({
    session: {
      model: MODEL,
      instructions: 'Be kind',
      audio: { input: { turn_detection: null }, output: { voice: 'cedar' } },
    },
  })
  expect(errors).toEqual([])
})

test('its events come in the vendor’s order, and an answer that is cancelled is incomplete', async () => {
  const double = await given()
  double.answer({ text: 'One two', until: new Promise(() => undefined) })
  const { client, find, typesOf, errors } = await connectClient(double)
  await expect.poll(typesOf).toEqual(['session.created'])
  const audio = { input: { turn_detection: null } }
  client.send({ type: 'session.update', session: { type: 'realtime', audio } })
  const content = [{ type: 'input_text' as const, text: 'Count' }]
  client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
  client.send({ type: 'response.create' })
  await expect.poll(() => find('response.output_audio.delta')).toHaveLength(1)
  client.send({ type: 'response.cancel' })
  await expect.poll(() => typesOf().at(-1)).toBe('rate_limits.updated')
  expect(typesOf()).toEqual([
    'session.created',
    'session.updated',
    'conversation.item.added',
    'conversation.item.done',
    'response.created',
    'response.output_item.added',
    'conversation.item.added',
    'response.content_part.added',
    'response.output_audio_transcript.delta',
    'response.output_audio.delta',
    'response.output_audio.done',
    'response.output_audio_transcript.done',
    'response.content_part.done',
    'conversation.item.done',
    'response.output_item.done',
    'response.done',
    'rate_limits.updated',
  ])
  const [{ response }] = find('response.done') as [{ response: { output: { id: string }[] } }, ...object[]]
  expect(response).toMatchObject({ status: 'cancelled', output: [{ status: 'incomplete' }] })
  const [{ id = '' } = {}] = response.output
  client.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: 10 })
  client.send({ type: 'conversation.item.retrieve', item_id: id })
  client.send({ type: 'conversation.item.delete', item_id: id })
  await expect.poll(() => typesOf().at(-1)).toBe('conversation.item.deleted')
  // The vendor deletes the transcript, because nobody has heard all of it.
  expect(find('conversation.item.retrieved')).toMatchObject([{ item: { id, content: [{ transcript: null }] } }])
  expect(errors).toEqual([])
})

test('what the vendor refuses is an error of its own package', async () => {
  const double = await given()
  const { client, errors, find } = await connectClient(double)
  await expect.poll(() => find('session.created')).toHaveLength(1)
  // Speech is detected here, so no test speaks with the vendor's detection.
  client.send({ type: 'input_audio_buffer.append', audio: SECOND.toString('base64') })
  client.send({ type: 'conversation.item.delete', item_id: 'none' })
  client.send({ type: 'response.cancel' })
  await expect.poll(() => errors).toHaveLength(3)
  expect(errors).toEqual(double.refusals.map((refusal) => expect.stringContaining(refusal)))
  const outsider = await connectClient(double, 'other')
  await expect.poll(() => outsider.errors).toEqual([expect.stringContaining('401')])
})

test('a voice that was heard stays the voice of its session', async () => {
  const double = await given()
  const { client, errors, find } = await connectClient(double)
  await expect.poll(() => find('session.created')).toHaveLength(1)
  const use = (voice: string) => {
    const audio = { input: { turn_detection: null }, output: { voice } }
    client.send({ type: 'session.update', session: { type: 'realtime', audio } })
  }
  use('marin')
  client.send({ type: 'response.create' })
  await expect.poll(() => find('response.done')).toHaveLength(1)
  use('cedar')
  await expect.poll(() => errors).toEqual([expect.stringContaining('voice')])
})
