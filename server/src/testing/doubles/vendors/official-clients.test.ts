/** The vendors' own packages are the judges of the doubles of speech: what they send is taken, and what they get they read. */
import { GoogleGenAI, Modality } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import { startGeminiDouble } from './gemini-generate.ts'
import { startOpenAIDouble } from './openai-responses.ts'
import { tone } from './speeches.ts'

const WAV = Buffer.alloc(1000, 1)

const openaiClient = (baseURL: string, apiKey = 'key') => new OpenAI({ apiKey, baseURL, maxRetries: 0 })
const googleClient = (base_url: string, apiKey = 'key') =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: new URL(base_url).origin, apiVersion: 'v1beta' } })

test('OpenAI’s package gets the samples of a speech', async () => {
  await using double = await startOpenAIDouble('key')
  const pcm = tone(300)
  double.reply({ pcm }, { pcm })
  const { speech } = openaiClient(double.base_url).audio
  const asked = { model: 'gpt-4o-mini-tts', voice: 'marin', input: 'Hello', response_format: 'pcm' } as const
  const whole = await (await speech.create(asked)).arrayBuffer()
  expect(Buffer.from(whole).equals(pcm)).toBe(true)
  const streamed = await (await speech.create({ ...asked, stream_format: 'audio' })).arrayBuffer()
  expect(Buffer.from(streamed).equals(pcm)).toBe(true)
})

test('OpenAI’s package gets a transcript with what it cost, in tokens or seconds', async () => {
  await using double = await startOpenAIDouble('key')
  const { transcriptions } = openaiClient(double.base_url).audio
  double.reply({ text: 'Guten Tag', usage: { input_tokens: 20, output_tokens: 3 } }, { text: 'Guten Tag', seconds: 2 })
  const file = await toFile(WAV, 'speech.wav', { type: 'audio/wav' })
  const counted = await transcriptions.create({ model: 'gpt-4o-transcribe', file, language: 'de', temperature: 0 })
  expect(counted).toEqual({
    text: 'Guten Tag',
    usage: { type: 'tokens', input_tokens: 20, output_tokens: 3, total_tokens: 23 },
  })
  const timed = await transcriptions.create({ model: 'gpt-transcribe', file, languages: ['de'], keywords: ['Tag'] })
  expect(timed).toEqual({ text: 'Guten Tag', usage: { type: 'duration', seconds: 2 } })
})

test('what OpenAI refuses is an error of its package', async () => {
  await using double = await startOpenAIDouble('key')
  const asked = { model: 'gpt-4o-mini-tts', voice: 'marin', input: 'Hello', response_format: 'pcm' } as const
  const { audio } = openaiClient(double.base_url)
  await expect(audio.speech.create({ ...asked, voice: 'nobody' })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  double.reply({ fault: 'status', status: 429, retry_after: 3 })
  await expect(audio.speech.create(asked)).rejects.toBeInstanceOf(OpenAI.RateLimitError)
  const outsider = openaiClient(double.base_url, 'other').audio.speech.create(asked)
  await expect(outsider).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
})

test('Google’s package gets a speech while it is made, and a transcript', async () => {
  await using double = await startGeminiDouble('key')
  const pcm = tone(300)
  double.reply({ pcm, usage: { input_tokens: 12, output_tokens: 34 } }, { text: 'Guten Tag' })
  const { models } = googleClient(double.base_url)
  const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } }
  const config = { responseModalities: [Modality.AUDIO], speechConfig }
  const spoken = await models.generateContentStream({ model: 'gemini-3.5-flash-tts', contents: 'Hello', config })
  const pieces: Buffer[] = []
  let counted: object | undefined
  for await (const { data, usageMetadata } of spoken) {
    pieces.push(Buffer.from(data ?? '', 'base64'))
    counted = usageMetadata
  }
  expect(Buffer.concat(pieces).equals(pcm)).toBe(true)
  expect(counted).toMatchObject({ promptTokenCount: 12, candidatesTokenCount: 34 })
  const inlineData = { mimeType: 'audio/wav', data: WAV.toString('base64') }
  const contents = [{ role: 'user', parts: [{ text: 'Write the speech down' }, { inlineData }] }]
  expect((await models.generateContent({ model: 'gemini-3.5-flash', contents })).text).toBe('Guten Tag')
  const refused = googleClient(double.base_url, 'other').models.generateContent({ model: 'gemini-3.5-flash', contents })
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 400 })
})
