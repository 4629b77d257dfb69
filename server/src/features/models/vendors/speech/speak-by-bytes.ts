import type { VendorConnection } from '../../model-language.ts'
import type { Pcm, SpeechRequest, SpokenUsage } from '../../speech/speech-language.ts'
import { refusedBy } from '../failure.ts'
import { pcmSamples, requireRate } from './pcm-samples.ts'
import { readSpeech, requestSpeech } from './request-speech.ts'

/** OpenAI's form, which OpenRouter and servers of one's own speak as well, and xAI's: the answer is the sound, as it is made. */
export async function* speakByBytes(
  connection: VendorConnection,
  { model, voice, text }: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Pcm, SpokenUsage> {
  const sent =
    connection.provider === 'vendor_5'
      ? {
          path: '/tts',
          body: { text, voice_id: voice, language: 'auto', output_format: { codec: 'pcm', sample_rate: 24_000 } },
        }
      : { path: '/audio/speech', body: { model, input: text, voice, response_format: 'pcm' } }
  const response = await requestSpeech(connection, sent, signal)
  requireValid(connection, response.headers.get('content-type') ?? '')
  yield* pcmSamples(connection, readSpeech(connection, response, signal))
  return null
}

/** OpenRouter names the rate: `audio/pcm;rate=24000;channels=1`. Servers of one's own name anything or nothing. */
function requireValid(connection: VendorConnection, content_type: string): void {
  const type = content_type.toLowerCase()
  if (/^(text\/|application\/json)/.test(type)) throw refusedBy(connection, 'answered with text instead of speech.')
  if (/^audio\/(mpeg|mp3|ogg|opus|aac|flac|webm)/.test(type)) {
    throw refusedBy(connection, 'speaks in a format that was not asked for.')
  }
  const rate = /;\s*rate=(\d+)/.exec(type)?.[1]
  if (rate) requireRate(connection, Number(rate))
}
