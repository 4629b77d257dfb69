import { resampler } from '#features/models/speech/resample-pcm.ts'
import { wavFile } from '#features/models/speech/wav-file.ts'

/** What `bench/outside/recognizer.mjs` needs. */
export const RECOGNIZER_PACKAGES = [
  '@moonshine-ai/moonshine-js@0.1.29',
  'onnxruntime-web@1.30.0',
  'llama-tokenizer-js@1.2.2',
]

/** The sentences that callers speak. */
export const SENTENCES = [
  'I would like to return the shoes that I bought last week.',
  'My order has not arrived and I am still waiting for it.',
  'Please change the delivery address to the new office.',
  'What is the return policy of your shop?',
  'Can you send the invoice to my email address again?',
  'How long does the delivery usually take?',
  'The blue lamp is broken and I want my money back.',
  'I want to talk to a person, please.',
]

/** What it understands of a whole recording at 24 kHz, without a call. */
export async function recognizeWhole(url: string, pcm: Buffer): Promise<string> {
  const resample = resampler({ from_hz: 24_000, to_hz: 16_000 })
  const samples = resample(new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + (pcm.length & ~1))))
  const form = new FormData()
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  form.append('file', new Blob([wavFile(bytes, 16_000)]), 'speech.wav')
  const response = await fetch(url, { method: 'POST', body: form })
  return ((await response.json()) as { text: string }).text
}
