import { afterAll, expect, test } from 'vitest'
import { never } from '#testing/models/model-calls.ts'
import type { VendorConnection } from '../../model-language.ts'
import { synthesizeSpeech } from '../../speech/synthesize-speech.ts'
import { transcribeAudio } from '../../speech/transcribe-audio.ts'
import { wavFile } from '../../speech/wav-file.ts'
import { startDemoModel } from '../demo-model.ts'

const demo = await startDemoModel()
afterAll(() => demo.close())
const connection: VendorConnection = { provider: 'custom', api_key: null, base_url: demo.base_url, fetch }

async function say(text: string, voice: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of synthesizeSpeech(connection, { model: 'demo-voice', voice, text }, never))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

const loudest = (pcm: Buffer) => {
  let peak = 0
  for (let at = 0; at < pcm.length; at += 2) peak = Math.max(peak, Math.abs(pcm.readInt16LE(at)))
  return peak
}

test('the demo voice says a sentence, for about as long as that takes', async () => {
  const text = 'You can send everything back within thirty days of its delivery.'
  const [female, male] = await Promise.all([say(text, 'Demo (female)'), say(text, 'Demo (male)')])
  for (const pcm of [female, male]) {
    const seconds = pcm.length / 2 / 24_000
    expect(seconds).toBeGreaterThan(2)
    expect(seconds).toBeLessThan(8)
    expect(loudest(pcm)).toBeGreaterThan(3000)
  }
  expect(female.equals(male)).toBe(false)
  expect((await say('Hi.', 'Demo (female)')).length).toBeLessThan(female.length / 2)
})

test('Russian is heard as well, with the accent of a voice that speaks English', async () => {
  const text = 'Вы можете вернуть всё в течение тридцати дней.'
  const pcm = await say(text, 'Demo (female)')
  expect(pcm.length / 2 / 24_000).toBeGreaterThan(1.5)
  expect(loudest(pcm)).toBeGreaterThan(3000)
})

test('a voice that the demo does not have is refused', async () => {
  await expect(say('Hello', 'alloy')).rejects.toThrow('The demo cannot say this')
})

test('the demo’s recognizer says in English and Russian that it recognizes nothing, and asks what the demo can answer', async () => {
  const audio = { name: 'speech.wav', mime_type: 'audio/wav', bytes: await say('Hello', 'Demo (male)') }
  const first = await transcribeAudio(connection, 'demo-hearing', audio, never)
  expect(first.text).toMatch(
    /^\w.* \(Sample question: the demo doesn’t recognize speech\. Вопрос .*: демо не распознаёт речь\.\)$/,
  )
  expect((await transcribeAudio(connection, 'demo-hearing', audio, never)).text).not.toBe(first.text)
})

test('a turn that is transcribed early, and again when it has gone on, is one question', async () => {
  const pcm = await say('Hello there', 'Demo (male)')
  const textOf = async (bytes: Buffer) => {
    const audio = { name: 'speech.wav', mime_type: 'audio/wav', bytes: wavFile(bytes, 24_000) }
    return (await transcribeAudio(connection, 'demo-hearing', audio, never)).text
  }
  const early = await textOf(pcm.subarray(0, 9600))
  expect(await textOf(pcm)).toBe(early)
  expect(await textOf(pcm)).not.toBe(early)
})
