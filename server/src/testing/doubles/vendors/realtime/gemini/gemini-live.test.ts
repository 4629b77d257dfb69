import { createGoogle } from '@ai-sdk/google'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startGeminiLiveDouble } from './gemini-live.ts'

const KEY = 'key'
const TALKER = {
  model: 'models/gemini-3.8-live',
  realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
  outputAudioTranscription: {},
}
const LISTENER = { ...TALKER, model: 'models/gemini-3.5-transcribe-live', inputAudioTranscription: {} }
const START = { realtimeInput: { activityStart: {} } }
const END = { realtimeInput: { activityEnd: {} } }
const audioOf = (mimeType: string, bytes = 3200) => ({
  realtimeInput: { audio: { mimeType, data: Buffer.alloc(bytes, 1).toString('base64') } },
})
const AUDIO = audioOf('audio/pcm;rate=16000')
const TEXT = { realtimeInput: { text: 'Hi' } }
const HISTORY = { clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], turnComplete: true } }
const withHistory = { setup: { ...TALKER, historyConfig: { initialHistoryInClientContent: true } } }
const resultOf = (id: string, response: unknown) => ({
  toolResponse: { functionResponses: [{ id, name: 'look', response }] },
})
const declaration = { name: 'look', parametersJsonSchema: { type: 'object' } }

async function connected(key = KEY) {
  const double = await startGeminiLiveDouble(KEY)
  onTestFinished(() => double.close())
  // Google's address and headers, as its package for the AI SDK makes them.
  const model = createGoogle({ apiKey: key, baseURL: double.base_url }).experimental_realtime('gemini-3.8-live')
  const { url, headers } = (await model.getServerWebSocketConfig?.()) ?? { url: double.base_url }
  const socket = new WebSocket(url, { headers })
  const received: object[] = []
  let closed: { code: number; reason: string } | null = null
  socket.on('message', (data) => received.push(JSON.parse(String(data))))
  socket.on('close', (code, reason) => {
    closed = { code, reason: String(reason) }
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (...messages: object[]) => {
    for (const message of messages) socket.send(JSON.stringify(message))
  }
  return { double, received, send, model, closed: () => closed }
}

test('a turn is answered in sound, words and counts, once its activity has ended', async () => {
  const { double, received, send, closed } = await connected()
  double.answer({ text: 'Good day.' })
  send({ setup: TALKER }, START, TEXT, END)
  await expect.poll(() => received.at(-1)).toMatchObject({ serverContent: { turnComplete: true } })
  expect(received[0]).toMatchObject({ setupComplete: {} })
  expect(received[1]).toMatchObject({ serverContent: { outputTranscription: { text: 'Good ' } } })
  expect(double.conversations).toEqual([[['user', 'Hi']]])
  expect(closed()).toBeNull()
})

test('what its own package for the AI SDK sends is taken, but for the turns, which it leaves to the vendor', async () => {
  const { send, model, closed } = await connected()
  const config = { voice: 'Kore', instructions: 'Be kind', outputAudioTranscription: {} }
  send(Object(await model.serializeClientEvent({ type: 'session-update', config })))
  await expect.poll(closed).toMatchObject({ code: 1007 })
})

test('a call waits for its result, and a turn that comes before it cancels the call', async () => {
  const { double, received, send } = await connected()
  double.answer({ tool_calls: [{ call_id: 'a', name: 'look' }] }, { text: 'Seen.' })
  send({ setup: { ...TALKER, tools: [{ functionDeclarations: [declaration] }] } }, START, TEXT, END)
  await expect.poll(() => received.at(-1)).toMatchObject({ toolCall: { functionCalls: [{ id: 'a', name: 'look' }] } })
  send(START)
  await expect.poll(() => received.at(-1)).toEqual({ toolCallCancellation: { ids: ['a'] } })
})

test('speech during an answer interrupts it', async () => {
  const { double, received, send } = await connected()
  double.answer({ text: 'One two three.', until: new Promise(() => undefined) })
  send({ setup: TALKER }, START, TEXT, END)
  await expect.poll(() => received).toHaveLength(2)
  send(START)
  await expect.poll(() => received.at(-2)).toEqual({ serverContent: { interrupted: true } })
})

test.each<[string, object[]]>([
  ['sound before the setup', [AUDIO]],
  ['a second setup', [{ setup: TALKER }, { setup: TALKER }]],
  ['an unknown field', [{ setup: { ...TALKER, temperature: 1 } }]],
  ['the vendor’s own detection of turns, with which no test here speaks', [{ setup: { model: TALKER.model } }]],
  ['sound outside of an activity', [{ setup: TALKER }, AUDIO]],
  ['sound of another rate', [{ setup: TALKER }, START, audioOf('audio/pcm;rate=24000')]],
  ['half a sample', [{ setup: TALKER }, START, audioOf('audio/pcm;rate=16000', 3)]],
  ['an activity in another one', [{ setup: TALKER }, START, START]],
  ['the end of an activity that did not start', [{ setup: TALKER }, END]],
  ['a conversation that was not announced', [{ setup: TALKER }, HISTORY]],
  ['speech before the announced conversation', [withHistory, START]],
  ['an empty conversation', [withHistory, { clientContent: { turns: [], turnComplete: true } }]],
  ['a result without a call', [{ setup: TALKER }, resultOf('none', {})]],
  ['a result that is no object', [{ setup: TALKER }, resultOf('none', 'done')]],
  ['text for the model that writes down', [{ setup: LISTENER }, START, TEXT]],
])('%s is refused', async (_name, messages) => {
  const { double, send, closed } = await connected()
  send(...messages)
  await expect.poll(closed).toMatchObject({ code: 1007 })
  expect(double.refusals).toHaveLength(1)
})

test('a wrong key and a model without speech are refused in the vendor’s words', async () => {
  const outsider = await connected('wrong')
  outsider.send({ setup: TALKER })
  await expect.poll(outsider.closed).toEqual({ code: 1007, reason: 'API key not valid. Please pass a valid API key.' })
  const writer = await connected()
  writer.send({ setup: { ...TALKER, model: 'models/gemini-3.8-flash' } })
  await expect.poll(writer.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('is not found') })
})
