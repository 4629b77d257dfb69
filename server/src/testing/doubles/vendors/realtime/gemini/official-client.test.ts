/** Google's own package is the judge of the double: what passes here has the shape that the vendor's messages have. */
import { GoogleGenAI, type LiveConnectConfig, type LiveServerMessage, Modality } from '@google/genai'
import { expect, onTestFinished, test } from 'vitest'
import { startGeminiLiveDouble } from './gemini-live.ts'

const TALKER: LiveConnectConfig = {
  responseModalities: [Modality.AUDIO],
  systemInstruction: 'Be kind',
  speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
  outputAudioTranscription: {},
  realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
  tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] }],
}

async function connected(model: string, config: LiveConnectConfig, key = 'key') {
  const double = await startGeminiLiveDouble('key')
  onTestFinished(double.close)
  const { origin } = new URL(double.base_url)
  const ai = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: origin, apiVersion: 'v1beta' } })
  const received: LiveServerMessage[] = []
  let closed: { code: number; reason: string } | null = null
  const onmessage = (message: LiveServerMessage) => void received.push(message)
  const onclose = ({ code, reason }: CloseEvent) => {
    closed = { code, reason }
  }
  const session = await ai.live.connect({ model, config, callbacks: { onmessage, onclose } })
  onTestFinished(() => session.close())
  const turn = (text: string) => {
    session.sendRealtimeInput({ activityStart: {} })
    session.sendRealtimeInput({ text })
    session.sendRealtimeInput({ activityEnd: {} })
  }
  const words = () => received.map(({ serverContent }) => serverContent?.outputTranscription?.text ?? '').join('')
  const last = () => received.at(-1)
  return { double, session, received, turn, words, last, closed: () => closed }
}

test('Google’s own package sets a session up, speaks, calls a tool and receives the answer', async () => {
  const { double, session, received, turn, words, last } = await connected('gemini-3.8-live', TALKER)
  double.answer({ tool_calls: [{ call_id: 'a', name: 'look', input: { at: 'clock' } }] }, { text: 'It is noon.' })
  turn('What time is it?')
  await expect
    .poll(last)
    .toMatchObject({ toolCall: { functionCalls: [{ id: 'a', name: 'look', args: { at: 'clock' } }] } })
  session.sendToolResponse({ functionResponses: [{ id: 'a', name: 'look', response: { output: '12:00' } }] })
  await expect
    .poll(last)
    .toMatchObject({ serverContent: { turnComplete: true }, usageMetadata: { responseTokenCount: 50 } })
  expect(words()).toBe('It is noon.')
  expect(received.some(({ data }) => Buffer.from(data ?? '', 'base64').length > 0)).toBe(true)
  expect(received[0]?.setupComplete?.sessionId).toBeTruthy()
  expect(double.sessions).toEqual([{ voice: 'Kore', instructions: 'Be kind' }])
  expect(double.refusals).toEqual([])
})

test('its transcription model writes speech down', async () => {
  const { double, session, received } = await connected('gemini-3.5-transcribe-live', {
    ...TALKER,
    inputAudioTranscription: {},
  })
  double.understand('How are you?')
  session.sendRealtimeInput({ activityStart: {} })
  const data = Buffer.alloc(32_000).toString('base64')
  session.sendRealtimeInput({ audio: { data, mimeType: 'audio/pcm;rate=16000' } })
  session.sendRealtimeInput({ activityEnd: {} })
  const heard = () => received.map(({ serverContent }) => serverContent?.inputTranscription?.text ?? '').join('')
  await expect.poll(heard).toBe(' How are you?')
  expect([double.heard_ms, double.refusals]).toEqual([[1000], []])
})

test('an answer that is interrupted ends its turn without being complete', async () => {
  const { double, session, received, turn, last } = await connected('gemini-3.8-live', TALKER)
  double.answer({ text: 'One two three', until: new Promise(() => undefined) })
  turn('Count')
  await expect.poll(() => received.length).toBe(2)
  session.sendRealtimeInput({ activityStart: {} })
  await expect.poll(last).toMatchObject({ serverContent: { turnComplete: true } })
  expect(received.at(-2)).toMatchObject({ serverContent: { interrupted: true } })
  expect(received.some(({ serverContent }) => serverContent?.generationComplete)).toBe(false)
})

test('a wrong key and a conversation that was not announced are refused by a close that says why', async () => {
  const { session, closed } = await connected('gemini-3.8-live', TALKER)
  session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'Hi' }] }] })
  await expect.poll(closed).toEqual({ code: 1007, reason: expect.stringContaining('initial history') })
  await expect(connected('gemini-3.8-live', TALKER, 'other')).rejects.toThrow()
})
