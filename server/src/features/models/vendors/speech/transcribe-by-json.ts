import type { Transcription, VendorConnection } from '../../model-language.ts'
import type { KnownAudio } from './audio-format.ts'
import { postAudio } from './post-audio.ts'

/** OpenRouter accepts audio within JSON. */
export function transcribeByJson(
  connection: VendorConnection,
  model: string,
  { bytes, format }: KnownAudio,
  signal: AbortSignal,
): Promise<Transcription> {
  const body = JSON.stringify({ model, input_audio: { data: Buffer.from(bytes).toString('base64'), format } })
  const headers = { 'content-type': 'application/json' }
  return postAudio(connection, { path: '/audio/transcriptions', body, headers }, signal)
}
