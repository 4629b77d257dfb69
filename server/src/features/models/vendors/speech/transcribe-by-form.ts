import type { Transcription, VendorConnection } from '../../model-language.ts'
import type { KnownAudio } from './audio-format.ts'
import { postAudio } from './post-audio.ts'

/**
 * OpenAI's form, which servers of one's own speak as well. Its package would want a key where such a server has none, and asks
 * for the time of each segment. xAI has a form without a model and under another path; there the file must come last.
 */
export function transcribeByForm(
  connection: VendorConnection,
  model: string,
  { bytes, name, mime_type }: KnownAudio,
  signal: AbortSignal,
): Promise<Transcription> {
  const isXai = connection.provider === 'vendor_5'
  const body = new FormData()
  if (!isXai) body.append('model', model)
  body.append('file', new Blob([bytes], { type: mime_type }), name)
  return postAudio(connection, { path: isXai ? '/stt' : '/audio/transcriptions', body }, signal)
}
